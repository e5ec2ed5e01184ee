package supplychain.cli;

import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.io.function.Uncheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands that install the service on a Linux with systemd, and remove it. */
final class InstallCommands {
  private InstallCommands() {}

  private abstract static class OfTheSystem extends ConfiguredCommand {
    @Option(
        names = "--dry-run",
        description = "Print what the command would do, and change nothing.")
    boolean dryRun;

    @Option(
        names = "--root",
        paramLabel = "DIR",
        defaultValue = "/",
        description =
            "Change the system in this folder, such as an image of a disk, and run no program.")
    Path root;

    OfTheSystem() {
      super(Set.of());
    }

    final SystemdService service() {
      return new SystemdService(root, dryRun, out()::println);
    }
  }

  @Command(
      name = "install",
      description = {
        "Install this jar as a systemd service. You must be root.",
        "The installation has timers for backup and verify. To upgrade, install a newer"
            + " jar in the same way: the settings and the records stay."
      },
      footer = "  ${COMMAND-FULL-NAME} --dry-run")
  static final class Install extends OfTheSystem {
    /** The beginning of a new file of settings. */
    private static final String HEAD =
        """
        # Settings of the supply-chain service. Remove the # before a setting to change it, and run:
        #     sudo systemctl restart supply-chain
        # "sudo supply-chain config" shows the settings in force. Passwords and keys have files of
        # their own: see "Install" in the manual.
        """;

    @Override
    void run(Settings settings) {
      // Of "java -jar", the class path is the jar.
      Path jar = Path.of(System.getProperty("java.class.path"));
      Uncheck.run(() -> service().install(jar, Install::missing));
    }

    /** The lines for the settings that a file of settings with this text does not mention. */
    private static String missing(String present) {
      StringBuilder lines = new StringBuilder(present.isBlank() ? HEAD : "");
      for (Setting setting : Setting.values()) {
        Pattern mentioned = Pattern.compile("(?m)^[ \\t#!]*" + setting.key() + "[ \\t]*[=:]");
        if (setting != Setting.CONFIG && !mentioned.matcher(present).find()) {
          boolean isData = setting == Setting.DATA && present.isBlank();
          String value = isData ? SystemdService.RECORDS : setting.initial();
          String comment = setting.description().replaceAll("(.{1,95})(?: |$)", "# $1\n");
          lines.append('\n').append(comment).append(isData ? "" : "#");
          lines.append(setting.key()).append('=').append(value == null ? "" : value).append('\n');
        }
      }
      return lines.toString();
    }
  }

  @Command(
      name = "uninstall",
      description = {
        "Stop and remove the installed service.",
        "Records, backups and settings stay."
      },
      footer = "  ${COMMAND-FULL-NAME} --dry-run")
  static final class Uninstall extends OfTheSystem {
    @Override
    void run(Settings settings) {
      Uncheck.run(() -> service().uninstall());
    }
  }
}
