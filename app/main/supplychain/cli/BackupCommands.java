package supplychain.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.backup.BackupFile;
import supplychain.backup.BackupWriter;
import supplychain.backup.Manifest;
import supplychain.backup.Restoration;
import supplychain.core.Failure;
import supplychain.core.UnfinishedFile;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.postgres.FreshFolder;

/** The commands that write all records to a backup, and restore them from it. */
final class BackupCommands {
  private BackupCommands() {}

  @Command(
      name = "backup",
      description = {
        "Write all records, as they are at one moment, to a new file; also while the service runs.",
        "The file holds personal data: only you can read it. Restore it with restore."
      })
  static final class Backup extends DatabaseCommand {
    private static final String STDOUT = "-";

    @Parameters(paramLabel = "FILE", description = "A new file; - is stdout.")
    Path path;

    @Option(
        names = "--check",
        description = {
          "Restore the backup into a scratch folder beside it, verify the records there, count the",
          "rows of each table, and remove the folder. The exit code is 3 if the backup is bad."
        })
    boolean isChecked;

    private OpenParts parts;

    @Override
    void check() {
      if (!isStdout()) {
        requireAbsent(path);
      } else if (isChecked) {
        throw Failure.wrongUse("--check needs a file: it restores the file.");
      }
    }

    @Override
    void open(OpenParts parts) {
      this.parts = parts;
    }

    private boolean isStdout() {
      return STDOUT.equals(path.toString());
    }

    @Override
    void run(Database database) throws IOException {
      say("Backed up: " + write(database).summary() + ".");
      if (isChecked) {
        CheckBackup.check(parts, path, this);
      }
    }

    private Manifest write(Database database) throws IOException {
      try (ShownProgress progress = new ShownProgress()) {
        if (isStdout()) {
          return BackupWriter.write(database, new FileOutputStream(FileDescriptor.out), progress);
        }
        try (UnfinishedFile file = new UnfinishedFile(path);
            OutputStream out = file.out()) {
          Manifest manifest = BackupWriter.write(database, out, progress);
          file.finish();
          progress.finish();
          return manifest;
        }
      }
    }
  }

  @Command(
      name = "restore",
      description = {
        "Restore a backup into a new folder, or an empty database: all of it, or nothing.",
        "Tokens come back, too: revoke those again that you have revoked since the backup."
      })
  static final class Restore extends Filling {
    @Parameters(paramLabel = "FILE", description = "A file that backup wrote.")
    Path file;

    @Override
    void check() {
      requireReadable(file);
    }

    @Override
    Path file(OpenParts parts) {
      return file;
    }

    @Override
    void run(Database database) {
      say("Restored: " + restore(database).summary() + ". Start it with: " + start());
    }
  }

  /** A command that fills a new folder, or an empty database, from a backup. */
  abstract static class Filling extends DatabaseCommand {
    private BackupFile backup;
    private FreshFolder folder;

    /** The backup; it may be written now. */
    abstract Path file(OpenParts parts);

    @Override
    final boolean createsFolder() {
      return true;
    }

    @Override
    final String serverOptions() {
      return EmbeddedPostgres.FILLING;
    }

    /** The restore itself needs a database without tables. */
    @Override
    final void prepare(Database database) {}

    @Override
    final void open(OpenParts parts) {
      Path file = file(parts);
      try (ShownProgress progress = new ShownProgress()) {
        BackupFile whole = new BackupFile(file, progress);
        progress.finish();
        backup = parts.open(() -> whole);
      }
      Path path = address().folder();
      if (path != null) {
        folder = parts.open(() -> new FreshFolder(path));
      }
    }

    final Manifest restore(Database database) {
      try (ShownProgress progress = new ShownProgress()) {
        Restoration.run(database, backup, progress);
        progress.finish();
      }
      if (folder != null) {
        folder.keep();
      }
      return backup.manifest();
    }

    /** The command that starts the service on the restored records. */
    final String start() {
      return "java -jar supply-chain.jar" + address().flag();
    }
  }
}
