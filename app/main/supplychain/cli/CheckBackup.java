package supplychain.cli;

import java.nio.file.Path;
import java.util.EnumSet;
import org.jooq.exception.DataAccessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import supplychain.backup.BackupCheck;
import supplychain.backup.BackupFile;
import supplychain.core.Failure;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.postgres.FreshFolder;

@Command(
    name = "check-backup",
    description = {
      "Check that a backup can be restored.",
      "The command restores the backup into a temporary folder beside it, verifies the"
          + " records and counts the rows of each table. Then it removes the folder. The"
          + " exit code is 3 if the backup is bad."
    },
    footer = "  ${COMMAND-FULL-NAME} records.zip")
final class CheckBackup extends ConfiguredCommand {
  @Parameters(paramLabel = "FILE", description = "A file that the command backup wrote.")
  Path file;

  CheckBackup() {
    super(EnumSet.of(Setting.CONFIG, Setting.TIME_ZONE));
  }

  @Override
  void run(Settings settings) {
    DatabaseCommand.requireReadable(file);
    OpenParts all = new OpenParts(false);
    all.ifInterrupted(() -> say("Interrupted. The backup is not checked."));
    all.run(parts -> check(parts, file, this));
  }

  /**
   * Checks a backup, and says and returns the result. A bad backup stays where it is.
   *
   * @throws Failure if it is bad, or cannot be restored here
   */
  static String check(OpenParts parts, Path file, ConfiguredCommand command) {
    BackupCheck check;
    try {
      check =
          ShownProgress.during(
              progress -> {
                BackupFile backup = parts.open(() -> new BackupFile(file, progress));
                return BackupCheck.run(scratch(parts, file, command), backup, progress);
              });
    } catch (Failure | DataAccessException e) {
      throw bad(file, OneLine.of(e));
    }
    if (!check.isGood()) {
      check.books().findings().forEach(finding -> Verify.print(finding, command.out()));
      check.differences().forEach(command::say);
      throw bad(file, Verify.summary(check.books()));
    }
    String books = Verify.summary(check.books());
    command.say(
        "Checked: %s can be restored, and each table has all of its rows. %s"
            .formatted(file, books));
    return books;
  }

  private static Failure bad(Path file, String reason) {
    return Failure.found(
        "The check of the backup %s failed. Do not rely on this file: %s".formatted(file, reason));
  }

  /** An empty database in a new folder beside the backup; both go when the parts are closed. */
  private static Database scratch(OpenParts parts, Path file, ConfiguredCommand command) {
    String name = file.getFileName() + ".check-" + ProcessHandle.current().pid();
    Path folder = file.toAbsolutePath().resolveSibling(name);
    parts.open(() -> new FreshFolder(folder));
    return DatabaseAddress.embedded(folder)
        .openCommand(parts, EmbeddedPostgres.SCRATCH, "supply-chain " + command.words());
  }
}
