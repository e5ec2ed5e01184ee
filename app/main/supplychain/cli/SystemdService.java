package supplychain.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The service that {@link InstallCommands} install: where its files are, and what it reports. */
final class SystemdService {
  static final String RECORDS = "/var/lib/supply-chain";
  static final String SETTINGS = "/etc/supply-chain/settings.properties";
  static final String UNITS = "/usr/local/lib/systemd/system/";
  static final String NAME = "supply-chain.service";

  private SystemdService() {}

  static boolean isInstalled() {
    return Files.exists(Path.of(UNITS + NAME));
  }

  /** The file from which systemd takes the credential of this setting. */
  static String credential(Setting setting) {
    return "/etc/credstore/supply-chain." + setting.key();
  }

  /** Reports that the service is ready, if systemd started this process and waits for that. */
  static void reportReady() throws IOException {
    if (System.getenv("NOTIFY_SOCKET") != null) {
      // Java has no call for the datagrams that systemd expects.
      new ProcessBuilder("systemd-notify", "--ready").inheritIO().start();
    }
  }
}
