package supplychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.commons.io.IOUtils;
import supplychain.core.Failure;
import supplychain.core.UnfinishedFile;

/**
 * The installed service: its files on a Linux with systemd, and the commands that start it. Prints
 * each step of an installation.
 *
 * @param root the folder that stands for {@code /}
 * @param isDry whether to print the steps with the texts that they would write, and do nothing
 */
record SystemdService(Path root, boolean isDry, Consumer<String> say) {
  static final String RECORDS = "/var/lib/supply-chain";

  static final String SETTINGS = "/etc/supply-chain/settings.properties";
  private static final String JAR = "/usr/local/lib/supply-chain.jar";
  private static final String PROGRAM = "/usr/local/bin/supply-chain";
  private static final String UNITS = "/usr/local/lib/systemd/system/";
  private static final String SERVICE = "supply-chain.service";
  private static final String BACKUP_TIMER = "supply-chain-backup.timer";
  private static final String VERIFY_TIMER = "supply-chain-verify.timer";

  /** The installed text files. The resource with the name of a file has its text. */
  private static final List<String> FILES =
      List.of(
          UNITS + SERVICE,
          UNITS + "supply-chain-backup.service",
          UNITS + BACKUP_TIMER,
          UNITS + "supply-chain-verify.service",
          UNITS + VERIFY_TIMER,
          "/usr/local/lib/sysusers.d/supply-chain-user.conf",
          PROGRAM);

  /** What an uninstallation keeps, if it is there. */
  private static final List<String> KEPT =
      List.of(
          SETTINGS,
          RECORDS,
          RECORDS + "-backups",
          credential("tls-cert"),
          credential("tls-key"),
          credential("db-password-file"));

  SystemdService {
    root = root.toAbsolutePath().normalize();
  }

  /** Whether this machine has the installed service. */
  static boolean isInstalled() {
    return Files.exists(Path.of(UNITS + SERVICE));
  }

  /** The file from which systemd takes the credential of this setting. */
  static String credential(String setting) {
    return "/etc/credstore/supply-chain." + setting;
  }

  /** Reports that the service is ready, if systemd started this process and waits for that. */
  static void reportReady() throws IOException {
    if (System.getenv("NOTIFY_SOCKET") != null) {
      // Java has no call for the datagrams that systemd expects.
      new ProcessBuilder("systemd-notify", "--ready").inheritIO().start();
    }
  }

  /**
   * Installs the jar, or upgrades to it.
   *
   * @param missing gives the lines to add to the file of settings, for its present text
   */
  void install(Path jar, UnaryOperator<String> missing) throws IOException {
    requireRights();
    if (!Files.isRegularFile(jar)) {
      throw Failure.of("Only the packed jar can be installed: java -jar supply-chain.jar install");
    }
    write(JAR, Files.readAllBytes(jar), "");
    for (String file : FILES) {
      write(file, text(file.substring(file.lastIndexOf('/') + 1)));
    }
    if (Files.exists(at(SETTINGS))) {
      extend(SETTINGS, missing.apply(Files.readString(at(SETTINGS))));
    } else {
      write(SETTINGS, missing.apply(""));
    }
    run("systemd-sysusers", "supply-chain-user.conf");
    run("systemctl", "daemon-reload");
    run("systemctl", "enable", SERVICE, BACKUP_TIMER, VERIFY_TIMER);
    run("systemctl", "restart", SERVICE, BACKUP_TIMER, VERIFY_TIMER);
  }

  /** Stops the service and removes everything except the records, the backups and the settings. */
  void uninstall() throws IOException {
    requireRights();
    if (Files.exists(at(UNITS + SERVICE))) {
      run("systemctl", "disable", "--now", SERVICE, BACKUP_TIMER, VERIFY_TIMER);
      run("systemctl", "clean", "--what=cache", SERVICE);
    }
    for (String file : FILES) {
      remove(file);
    }
    remove(JAR);
    run("systemctl", "daemon-reload");
    KEPT.stream()
        .filter(kept -> Files.exists(at(kept), LinkOption.NOFOLLOW_LINKS))
        .forEach(kept -> tell("keep", kept, ""));
    tell("keep", "the user supply-chain, who owns the records", "");
  }

  private void requireRights() {
    if (isDry || !isMachine()) {
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
    return IOUtils.resourceToString("/supplychain/cli/install/" + resource, UTF_8);
  }

  /** The Java of this process: if it is /usr/bin/java, by that name, which an update keeps. */
  private static String java() throws IOException {
    Path here = Path.of(System.getProperty("java.home"), "bin", "java");
    Path usual = Path.of("/usr/bin/java");
    boolean isSame = Files.exists(usual) && Files.isSameFile(usual, here);
    return (isSame ? usual : here).toString();
  }

  /** Where a path of the installed system is. */
  private Path at(String path) {
    return root.resolve(path.substring(1));
  }

  private boolean isMachine() {
    return root.equals(root.getRoot());
  }

  private void write(String path, String text) throws IOException {
    write(path, text.getBytes(UTF_8), text);
  }

  /** Replaces a file. A process that runs from the old file keeps the old one. */
  private void write(String path, byte[] content, String shown) throws IOException {
    tell("write", path, shown);
    if (!isDry) {
      Files.createDirectories(at(path).getParent());
      UnfinishedFile.write(at(path), content);
      String mode = path.equals(PROGRAM) ? "rwxr-xr-x" : "rw-r--r--";
      Files.setPosixFilePermissions(at(path), PosixFilePermissions.fromString(mode));
    }
  }

  private void extend(String path, String text) throws IOException {
    tell(text.isEmpty() ? "keep" : "extend", path, text);
    if (!isDry) {
      Files.writeString(at(path), text, StandardOpenOption.APPEND);
    }
  }

  private void remove(String path) throws IOException {
    tell("remove", path, "");
    if (!isDry) {
      Files.deleteIfExists(at(path));
    }
  }

  /** Runs a program, which must succeed. In the image of a disk, no program can run. */
  private void run(String... words) throws IOException {
    String line = String.join(" ", words);
    tell(isMachine() ? "run" : "leave out", line, "");
    if (isMachine() && !isDry) {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      String output = IOUtils.toString(process.getInputStream(), UTF_8);
      if (process.onExit().join().exitValue() != 0) {
        throw Failure.of(line + " failed: " + output.strip());
      }
    }
  }

  private void tell(String verb, String what, String text) {
    say.accept("%-9s %s".formatted(verb, what));
    if (isDry) {
      text.lines().forEach(line -> say.accept(("    " + line).stripTrailing()));
    }
  }
}
