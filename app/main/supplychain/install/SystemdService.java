package supplychain.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import supplychain.core.Failure;

/** The installed service: its files on a Linux with systemd, and the commands that start it. */
public final class SystemdService {
  public static final String RECORDS = "/var/lib/supply-chain";

  private static final String SETTINGS = "/etc/supply-chain/settings.properties";
  private static final String JAR = "/usr/local/lib/supply-chain.jar";
  private static final String PROGRAM = "/usr/local/bin/supply-chain";
  private static final String UNITS = "/usr/local/lib/systemd/system/";
  private static final String SERVICE = "supply-chain.service";
  private static final String BACKUP_TIMER = "supply-chain-backup.timer";
  private static final String VERIFY_TIMER = "supply-chain-verify.timer";

  /** The files of the installation with a text, which is in the resource of the same name. */
  private static final List<String> FILES =
      List.of(
          UNITS + SERVICE,
          UNITS + "supply-chain-backup.service",
          UNITS + BACKUP_TIMER,
          UNITS + "supply-chain-verify.service",
          UNITS + VERIFY_TIMER,
          "/usr/local/lib/sysusers.d/supply-chain-user.conf",
          PROGRAM);

  private static final List<String> CREDENTIALS =
      Stream.of("tls-cert", "tls-key", "db-password-file").map(SystemdService::credential).toList();

  private final Steps steps;

  /**
   * The installation below a folder that stands for {@code /}.
   *
   * @param isDry whether to say what would be done, and do nothing
   */
  public SystemdService(Path root, boolean isDry, Consumer<String> say) {
    steps = new Steps(root.toAbsolutePath().normalize(), isDry, say);
  }

  /**
   * Installs the jar, or upgrades to it.
   *
   * @param missing what to add to a text of settings
   */
  public void install(Path jar, UnaryOperator<String> missing) throws IOException {
    requireRights();
    if (!Files.isRegularFile(jar)) {
      throw Failure.of("Only the packed jar can be installed: java -jar supply-chain.jar install");
    }
    steps.write(JAR, Steps.FOR_ALL, Files.readAllBytes(jar), "");
    for (String file : FILES) {
      write(file, text(file.substring(file.lastIndexOf('/') + 1)));
    }
    if (Files.exists(steps.at(SETTINGS))) {
      steps.append(SETTINGS, missing.apply(Files.readString(steps.at(SETTINGS))));
    } else {
      write(SETTINGS, missing.apply(""));
    }
    steps.run("systemd-sysusers", "supply-chain-user.conf");
    steps.run("systemctl", "daemon-reload");
    steps.run("systemctl", "enable", SERVICE, BACKUP_TIMER, VERIFY_TIMER);
    steps.run("systemctl", "restart", SERVICE, BACKUP_TIMER, VERIFY_TIMER);
  }

  private void write(String path, String text) throws IOException {
    String mode = path.equals(PROGRAM) ? Steps.PROGRAM : Steps.FOR_ALL;
    steps.write(path, mode, text.getBytes(StandardCharsets.UTF_8), text);
  }

  /** Whether this machine has the installed service. */
  public static boolean isInstalled() {
    return Files.exists(Path.of(UNITS + SERVICE));
  }

  /** The file from which systemd takes the credential of this setting. */
  public static String credential(String setting) {
    return "/etc/credstore/supply-chain." + setting;
  }

  /** Reports that the service is ready, if systemd started this process and waits for that. */
  public static void reportReady() throws IOException {
    if (System.getenv("NOTIFY_SOCKET") != null) {
      // Java has no call for the datagrams that systemd expects.
      new ProcessBuilder("systemd-notify", "--ready").inheritIO().start();
    }
  }

  /** Stops the service and removes everything except the records, the backups and the settings. */
  public void uninstall() throws IOException {
    requireRights();
    if (Files.exists(steps.at(UNITS + SERVICE))) {
      steps.run("systemctl", "disable", "--now", SERVICE, BACKUP_TIMER, VERIFY_TIMER);
      steps.run("systemctl", "clean", "--what=cache", SERVICE);
    }
    for (String file : FILES) {
      steps.remove(file);
    }
    steps.remove(JAR);
    steps.run("systemctl", "daemon-reload");
    Stream.concat(Stream.of(SETTINGS, RECORDS, RECORDS + "-backups"), CREDENTIALS.stream())
        .filter(kept -> Files.exists(steps.at(kept), LinkOption.NOFOLLOW_LINKS))
        .forEach(steps::keep);
    steps.keep("the user supply-chain, who owns the records");
  }

  private void requireRights() {
    if (steps.isDry() || !steps.isMachine()) {
      return;
    }
    if (!Files.exists(Path.of("/run/systemd/system"))) {
      throw Failure.of(
          "This machine does not run systemd. For a container, see app/deploy. To see the"
              + " files, add --dry-run.");
    }
    if (!System.getProperty("user.name").equals("root")) {
      throw Failure.of("This command changes the system. Run it as root, with sudo.");
    }
  }

  private static String text(String resource) throws IOException {
    return read(resource).replace("@shared@\n", read("shared.conf")).replace("@java@", java());
  }

  private static String read(String resource) throws IOException {
    try (InputStream in = SystemdService.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The Java of this process, by the name that an update of the system keeps if it has one. */
  private static String java() throws IOException {
    Path here = Path.of(System.getProperty("java.home"), "bin", "java");
    Path usual = Path.of("/usr/bin/java");
    boolean isSame = Files.exists(usual) && Files.isSameFile(usual, here);
    return (isSame ? usual : here).toString();
  }
}
