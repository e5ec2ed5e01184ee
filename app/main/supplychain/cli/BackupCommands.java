package supplychain.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.List;
import org.jooq.exception.DataAccessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.backup.BackupFile;
import supplychain.backup.BackupWriter;
import supplychain.backup.LaterErasures;
import supplychain.backup.Manifest;
import supplychain.backup.Restoration;
import supplychain.backup.Retention;
import supplychain.core.Failure;
import supplychain.core.Progress;
import supplychain.core.UnfinishedFile;
import supplychain.database.Database;
import supplychain.database.Maintenance;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.verify.Books;
import supplychain.verify.Books.Verdict;

/** The commands that write all records to a backup, check it, and restore them from it. */
final class BackupCommands {
  private BackupCommands() {}

  /** Opens a backup, which reads all of it. A stop does not wait for that. */
  static BackupFile open(OpenParts parts, Path file) {
    BackupFile whole = ShownProgress.during(progress -> new BackupFile(file, progress));
    return parts.open(() -> whole);
  }

  /** Restores all records. Returns how many later erasures it repeated; null repeats none. */
  static long restore(Database database, BackupFile backup, LaterErasures later) {
    return ShownProgress.during(progress -> Restoration.run(database, backup, later, progress));
  }

  @Command(name = "backup")
  static final class Backup extends DatabaseCommand {
    @Parameters(paramLabel = "FILE", descriptionKey = "backup.FILE")
    Path path;

    @Option(names = "--keep", paramLabel = "7d,4w,12m")
    Retention keep;

    @Option(names = "--check")
    boolean isChecked;

    @Override
    void check() {
      if (keep != null) {
        if (!Files.isDirectory(path)) {
          throw Failure.of(
              "With --keep, name an existing folder. There is no folder " + path + ".");
        }
        path = Retention.newFile(path, ZonedDateTime.now(ZoneId.systemDefault()));
      } else if (Files.isDirectory(path)) {
        throw Failure.of(
            path + " is a folder. Name a new file, or add --keep, such as --keep 7d,4w,12m.");
      }
      if (!isStdout()) {
        requireAbsent(path);
      } else if (isChecked) {
        throw Failure.wrongUse(
            "--check needs a file, because it restores the file. Name a file in place of -.");
      }
    }

    private boolean isStdout() {
      return path.toString().equals("-");
    }

    /**
     * Whether the backup is written to the disk that holds the records: a failure of that disk
     * would destroy both. While a second disk is not mounted, its folder is on the first one.
     */
    private boolean isOnDiskOfRecords() throws IOException {
      Path records = address().folder();
      return records != null
          && !isStdout()
          && Files.getFileStore(records).equals(Files.getFileStore(path));
    }

    @Override
    void run(Database database) throws IOException {
      String summary =
          ShownProgress.during(progress -> write(database, progress)).summary()
              + (isOnDiskOfRecords() ? ", to the disk of the records" : "");
      Maintenance.note(database, author(), Maintenance.Task.BACKUP, true, summary);
      say("Backed up: " + summary + ".");
      if (isChecked) {
        checkBackup(database);
      }
      if (keep != null) {
        say("The backup is " + path + "; older backups removed: " + keep.apply(path) + ".");
      }
    }

    private void checkBackup(Database database) {
      try {
        String verdict = Check.restoreAndVerify(parts(), path, this);
        Maintenance.note(database, author(), Maintenance.Task.BACKUP_CHECK, true, verdict);
      } catch (Failure bad) {
        Maintenance.note(
            database, author(), Maintenance.Task.BACKUP_CHECK, false, bad.getMessage());
        throw bad;
      }
    }

    private Manifest write(Database database, Progress progress) throws IOException {
      if (isStdout()) {
        return BackupWriter.write(database, new FileOutputStream(FileDescriptor.out), progress);
      }
      return UnfinishedFile.write(path, out -> BackupWriter.write(database, out, progress));
    }
  }

  @Command(name = "check-backup")
  static final class Check extends ConfiguredCommand {
    @Parameters(paramLabel = "FILE", descriptionKey = "check-backup.FILE")
    Path file;

    Check() {
      super(EnumSet.of(Setting.CONFIG, Setting.TIME_ZONE));
    }

    @Override
    void run(Settings settings) {
      DatabaseCommand.requireReadable(file);
      new OpenParts(false)
          .run(
              parts -> {
                parts.ifInterrupted(() -> say("Interrupted. The backup is not checked."));
                restoreAndVerify(parts, file, this);
              });
    }

    /**
     * Checks a backup, and prints and returns the result. A bad backup stays where it is.
     *
     * @throws Failure if it is bad, or cannot be restored here
     */
    static String restoreAndVerify(OpenParts parts, Path file, ConfiguredCommand command) {
      List<String> differences;
      Verdict books;
      try {
        BackupFile backup = BackupCommands.open(parts, file);
        Database restored = scratch(parts, file, command);
        restore(restored, backup, null);
        differences = Restoration.differences(restored, backup.manifest());
        books = Books.verify(restored);
      } catch (Failure | DataAccessException e) {
        throw bad(file, OneLine.of(e));
      }
      String summary = Verify.summary(books);
      if (!differences.isEmpty() || books.mistakes() > 0) {
        books.findings().forEach(finding -> Verify.print(finding, command.out()));
        differences.forEach(command::say);
        throw bad(
            file,
            differences.isEmpty() ? summary : String.join("; ", differences) + ". " + summary);
      }
      command.say(
          "Checked: %s can be restored, and each table has all of its rows. %s"
              .formatted(file, summary));
      return summary;
    }

    private static Failure bad(Path file, String reason) {
      return Failure.found(
          "The check of the backup %s failed. Do not rely on this file: %s"
              .formatted(file, reason));
    }

    /** An empty database in a new folder beside the backup. Closing the parts removes it. */
    private static Database scratch(OpenParts parts, Path file, ConfiguredCommand command) {
      String name = file.getFileName() + ".check-" + ProcessHandle.current().pid();
      Path folder = file.toAbsolutePath().resolveSibling(name);
      return DatabaseAddress.embedded(folder)
          .openCommand(parts, command.words(), EmbeddedPostgres.SCRATCH);
    }
  }

  /** Restores a backup into a new folder or an empty database. */
  @Command(name = "restore")
  static final class Restore extends DatabaseCommand {
    @Parameters(paramLabel = "FILE", descriptionKey = "restore.FILE")
    Path file;

    @Option(names = "--erasures", paramLabel = "FILE")
    Path erasures;

    private BackupFile backup;

    Restore() {
      super(Needs.EMPTY_PLACE);
    }

    @Override
    void check() {
      requireReadable(file);
      if (erasures != null) {
        requireReadable(erasures);
      }
    }

    @Override
    void open(OpenParts parts) {
      backup = BackupCommands.open(parts, file);
    }

    @Override
    void run(Database database) {
      LaterErasures later = erasures == null ? null : new LaterErasures(erasures);
      long repeated = restore(database, backup, later);
      address().keep();
      say("Restored: " + backup.manifest().summary() + ". " + address().next().start());
      if (later != null) {
        say("Erased farmers again: " + repeated + ".");
      }
    }
  }
}
