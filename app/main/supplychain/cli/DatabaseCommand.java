package supplychain.cli;

import static java.util.stream.Collectors.joining;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import supplychain.core.Caller;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;

/** A command that works on the records and ends; beside a running service, or alone. */
abstract class DatabaseCommand implements Callable<Integer> {
  @Mixin final DatabaseSettings settings;

  @Spec CommandSpec command;

  DatabaseCommand(Environment environment) {
    settings = new DatabaseSettings(environment);
  }

  /** Whether it makes the place for records, where there is none yet. */
  boolean makesPlace() {
    return false;
  }

  /** Looks at the arguments before anything is opened. */
  void check() {}

  /** Opens what the work needs besides the records. */
  void open(OpenParts parts) {}

  /** Does the work. */
  abstract void run(Database database);

  @Override
  public final Integer call() {
    DatabaseAddress address = address();
    check();
    Path folder = address.folder();
    if (folder != null && !makesPlace() && !EmbeddedPostgres.isIn(folder)) {
      throw Failure.of("There are no records in " + folder + ": name their folder with --data.");
    }
    OpenParts.ofCommand()
        .run(
            parts -> {
              open(parts);
              run(address.openCommand(parts));
            });
    return ExitCode.OK;
  }

  /**
   * Who writes: the installation's own user. The request is the command, with what it is about, and
   * whose shell it came from.
   */
  final Author author(Object... about) {
    String words = command.qualifiedName().substring(command.root().name().length() + 1);
    String all =
        Stream.concat(Stream.of(words), Stream.of(about))
            .map(Object::toString)
            .collect(joining(" "));
    return new Author(Caller.SYSTEM, all + " by " + System.getProperty("user.name"));
  }

  /** Where the records are. */
  final DatabaseAddress address() {
    return settings.read(DatabaseSettings.DEFAULT_FOLDER);
  }

  /** Where the result goes. */
  final PrintWriter out() {
    return command.commandLine().getOut();
  }

  /** Where everything else goes that a person should read. */
  final void say(String line) {
    command.commandLine().getErr().println(line);
    command.commandLine().getErr().flush();
  }
}
