package supplychain.cli;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;

/** A command that works on the records and ends; beside a running service, or alone. */
abstract class DatabaseCommand extends ConfiguredCommand {
  private DatabaseAddress address;

  DatabaseCommand() {
    super(Setting.DATABASE);
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
  final void run(Settings settings) {
    address = DatabaseSettings.read(settings, DatabaseSettings.DEFAULT_FOLDER);
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
  }

  /**
   * Who writes: the installation's own user. The request is the command, with what it is about, and
   * whose shell it came from.
   */
  final Author author(Object... about) {
    String all =
        Stream.concat(Stream.of(words()), Stream.of(about))
            .map(Object::toString)
            .collect(joining(" "));
    return new Author(Caller.SYSTEM, all + " by " + System.getProperty("user.name"));
  }

  /** Where the records are. */
  final DatabaseAddress address() {
    return address;
  }

  /** Says each mistake, with its place in the file. */
  final void say(List<Finding> findings) {
    for (Finding finding : findings) {
      String place = finding.pointer().isEmpty() ? "" : finding.pointer() + ": ";
      say("%s%s (%s)".formatted(place, finding.detail(), finding.code()));
    }
  }
}
