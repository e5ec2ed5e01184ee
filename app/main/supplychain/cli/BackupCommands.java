package supplychain.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import supplychain.backup.BackupFile;
import supplychain.backup.BackupWriter;
import supplychain.backup.Manifest;
import supplychain.backup.Restoration;
import supplychain.core.UnfinishedFile;
import supplychain.database.Database;
import supplychain.monitor.Maintenance;
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

    @Override
    void check() {
      if (!isStdout()) {
        requireAbsent(path);
      }
    }

    private boolean isStdout() {
      return STDOUT.equals(path.toString());
    }

    @Override
    void run(Database database) throws IOException {
      String summary = write(database).summary();
      Maintenance.note(database, author(), Maintenance.Task.BACKUP, true, summary);
      say("Backed up: " + summary + ".");
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
  static final class Restore extends DatabaseCommand {
    @Parameters(paramLabel = "FILE", description = "A file that backup wrote.")
    Path file;

    private BackupFile backup;
    private FreshFolder folder;

    @Override
    boolean createsFolder() {
      return true;
    }

    @Override
    void check() {
      requireReadable(file);
    }

    /** The restore itself needs a database without tables. */
    @Override
    void prepare(Database database) {}

    @Override
    void open(OpenParts parts) {
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

    @Override
    void run(Database database) {
      try (ShownProgress progress = new ShownProgress()) {
        Restoration.run(database, backup, progress);
        progress.finish();
      }
      if (folder != null) {
        folder.keep();
      }
      say(
          "Restored: %s. Start it with: java -jar supply-chain.jar%s"
              .formatted(backup.manifest().summary(), address().flag()));
    }
  }
}
