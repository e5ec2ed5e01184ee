package supplychain.cli;

import java.nio.file.Path;
import java.util.Set;
import org.apache.commons.io.function.Uncheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import supplychain.install.SystemdService;

/** The commands that install the service on a Linux with systemd, and remove it. */
final class InstallCommands {
  private InstallCommands() {}

  private abstract static class OfTheSystem extends ConfiguredCommand {
    @Option(names = "--dry-run", description = "Only print what the command would do.")
    boolean dryRun;

    @Option(
        names = "--root",
        paramLabel = "DIR",
        defaultValue = "/",
        description = "Change the system in this folder, such as an image, and run no program.")
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
        "Install this jar as a service of systemd, with timers for backups and verify; needs root.",
        "Install a newer jar in the same way: the settings and the records stay."
      })
  static final class Install extends OfTheSystem {
    @Override
    void run(Settings settings) {
      // Of "java -jar", the class path is the jar.
      Path jar = Path.of(System.getProperty("java.class.path"));
      Uncheck.run(() -> service().install(jar, SettingsFile::missing));
    }
  }

  @Command(
      name = "uninstall",
      description = "Stop and remove the installed service; records, backups and settings stay.")
  static final class Uninstall extends OfTheSystem {
    @Override
    void run(Settings settings) {
      Uncheck.run(() -> service().uninstall());
    }
  }
}
