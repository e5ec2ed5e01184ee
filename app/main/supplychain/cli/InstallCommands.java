package supplychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import supplychain.core.Failure;
import supplychain.core.UnfinishedFile;

/** The commands that install the service on a Linux with systemd, and remove it. */
final class InstallCommands {
  private static final String JAR = "/usr/local/lib/supply-chain.jar";
  private static final String PROGRAM = "/usr/local/bin/supply-chain";
  private static final String BACKUP_TIMER = "supply-chain-backup.timer";
  private static final String VERIFY_TIMER = "supply-chain-verify.timer";

  /** The installed text files. The resource with the name of a file has its text. */
  private static final List<String> FILES =
      List.of(
          SystemdService.UNITS + SystemdService.NAME,
          SystemdService.UNITS + "supply-chain-backup.service",
          SystemdService.UNITS + BACKUP_TIMER,
          SystemdService.UNITS + "supply-chain-verify.service",
          SystemdService.UNITS + VERIFY_TIMER,
          "/usr/local/lib/sysusers.d/supply-chain-user.conf",
          PROGRAM);

  private InstallCommands() {}

  /** A command that changes the system, and prints each step. */
  private abstract static class SystemCommand extends ConfiguredCommand {
    @Option(names = "--dry-run", descriptionKey = "install.dry-run")
    boolean dryRun;

    @Option(names = "--root", paramLabel = "DIR", defaultValue = "/")
    Path root;

    SystemCommand() {
      super(Set.of());
    }

    abstract void change() throws IOException;

    @Override
    final void run(Settings settings) {
      if (!dryRun && changesThisMachine()) {
        if (!Files.exists(Path.of("/run/systemd/system"))) {
          throw Failure.of(
              "This machine does not run systemd. For a container, see app/deploy. To see the"
                  + " files, add --dry-run.");
        }
        if (!System.getProperty("user.name").equals("root")) {
          throw Failure.of("This command changes the system. Run it as root, with sudo.");
        }
      }
      Uncheck.run(this::change);
    }

    /** Whether it changes this machine, and not the image of a disk. */
    private boolean changesThisMachine() {
      return at("/").equals(Path.of("/"));
    }

    /** Where a path of the installed system is. */
    final Path at(String path) {
      return root.toAbsolutePath().resolve(path.substring(1)).normalize();
    }

    /** Replaces a file. A process that runs from the old file keeps the old one. */
    final void write(String path, byte[] content, String shown) throws IOException {
      tell("write", path, shown);
      if (!dryRun) {
        Files.createDirectories(at(path).getParent());
        UnfinishedFile.write(at(path), content);
        String mode = path.equals(PROGRAM) ? "rwxr-xr-x" : "rw-r--r--";
        Files.setPosixFilePermissions(at(path), PosixFilePermissions.fromString(mode));
      }
    }

    /** Runs a program, which must succeed. In the image of a disk, no program can run. */
    final void runProgram(String... words) throws IOException {
      String line = String.join(" ", words);
      tell(changesThisMachine() ? "run" : "leave out", line, "");
      if (changesThisMachine() && !dryRun) {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = IOUtils.toString(process.getInputStream(), UTF_8);
        if (process.onExit().join().exitValue() != 0) {
          throw Failure.of(line + " failed: " + output.strip());
        }
      }
    }

    /** Prints a step. A dry run also prints the text that the step would write. */
    final void tell(String verb, String what, String text) {
      out().println("%-9s %s".formatted(verb, what));
      if (dryRun) {
        text.lines().forEach(line -> out().println(("    " + line).stripTrailing()));
      }
    }
  }

  @Command(name = "install")
  static final class Install extends SystemCommand {
    @Override
    void change() throws IOException {
      // "java -jar" makes the jar the class path.
      Path jar = Path.of(System.getProperty("java.class.path"));
      if (!Files.isRegularFile(jar)) {
        throw Failure.of(
            "Only the packed jar can be installed: java -jar supply-chain.jar install");
      }
      write(JAR, Files.readAllBytes(jar), "");
      for (String file : FILES) {
        write(file, text(file.substring(file.lastIndexOf('/') + 1)));
      }
      writeSettings(at(SystemdService.SETTINGS));
      runProgram("systemd-sysusers", "supply-chain-user.conf");
      runProgram("systemctl", "daemon-reload");
      runProgram("systemctl", "enable", SystemdService.NAME, BACKUP_TIMER, VERIFY_TIMER);
      runProgram("systemctl", "restart", SystemdService.NAME, BACKUP_TIMER, VERIFY_TIMER);
    }

    private void write(String path, String text) throws IOException {
      write(path, text.getBytes(UTF_8), text);
    }

    private static String text(String resource) throws IOException {
      return read(resource).replace("@shared@\n", read("shared.conf")).replace("@java@", java());
    }

    private static String read(String resource) throws IOException {
      return IOUtils.resourceToString("/supplychain/cli/install/" + resource, UTF_8);
    }

    /**
     * The path of this Java: /usr/bin/java if that is the same program, because an update keeps
     * that path.
     */
    private static String java() throws IOException {
      Path here = Path.of(System.getProperty("java.home"), "bin", "java");
      Path usual = Path.of("/usr/bin/java");
      boolean isSame = Files.exists(usual) && Files.isSameFile(usual, here);
      return (isSame ? usual : here).toString();
    }

    /** Adds the settings that an older file of settings does not mention. */
    private void writeSettings(Path file) throws IOException {
      if (!Files.exists(file)) {
        write(SystemdService.SETTINGS, read("settings.properties") + missing(""));
        return;
      }
      String missing = missing(Files.readString(file));
      tell(missing.isEmpty() ? "keep" : "extend", SystemdService.SETTINGS, missing);
      if (!dryRun) {
        Files.writeString(file, missing, StandardOpenOption.APPEND);
      }
    }

    /** The lines for the settings that a file of settings with this text does not mention. */
    private static String missing(String present) {
      StringBuilder lines = new StringBuilder();
      for (Setting setting : Setting.values()) {
        Pattern mentioned = Pattern.compile("(?m)^[ \\t#!]*" + setting.key() + "[ \\t]*[=:]");
        if (setting != Setting.CONFIG && !mentioned.matcher(present).find()) {
          boolean isData = setting == Setting.DATA && present.isEmpty();
          String value = isData ? SystemdService.RECORDS : setting.initial;
          // Wraps the description at 95 characters.
          String comment = setting.description().replaceAll("(.{1,95})(?: |$)", "# $1\n");
          lines.append('\n').append(comment).append(isData ? "" : "#");
          lines.append(setting.key()).append('=').append(value == null ? "" : value).append('\n');
        }
      }
      return lines.toString();
    }
  }

  @Command(name = "uninstall")
  static final class Uninstall extends SystemCommand {
    @Override
    void change() throws IOException {
      if (Files.exists(at(SystemdService.UNITS + SystemdService.NAME))) {
        runProgram(
            "systemctl", "disable", "--now", SystemdService.NAME, BACKUP_TIMER, VERIFY_TIMER);
        runProgram("systemctl", "clean", "--what=cache", SystemdService.NAME);
      }
      for (String file : Stream.concat(FILES.stream(), Stream.of(JAR)).toList()) {
        tell("remove", file, "");
        if (!dryRun) {
          Files.deleteIfExists(at(file));
        }
      }
      runProgram("systemctl", "daemon-reload");
      Stream.concat(
              Stream.of(
                  SystemdService.SETTINGS,
                  SystemdService.RECORDS,
                  SystemdService.RECORDS + "-backups"),
              Setting.CREDENTIALS.stream().map(SystemdService::credential))
          .filter(kept -> Files.exists(at(kept), LinkOption.NOFOLLOW_LINKS))
          .forEach(kept -> tell("keep", kept, ""));
      tell("keep", "the user supply-chain, who owns the records", "");
    }
  }
}
