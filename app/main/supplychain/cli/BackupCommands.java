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
import supplychain.backup.LaterErasures;
import supplychain.backup.Manifest;
import supplychain.backup.Restoration;
import supplychain.core.UnfinishedFile;
import supplychain.database.Database;
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
      say("Backed up: " + write(database).summary() + ".");
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
        "Tokens come back, too: revoke those again that you have revoked since the backup.",
        "Erased farmers come back as well, unless --erasures names the later erasures."
      })
  static final class Restore extends DatabaseCommand {
    @Parameters(paramLabel = "FILE", description = "A file that backup wrote.")
    Path file;

    @Option(
        names = "--erasures",
        paramLabel = "FILE",
        description = "Erase farmers again: a later backup, or the output of erase --list.")
    Path erasures;

    private BackupFile backup;
    private FreshFolder folder;

    @Override
    boolean createsFolder() {
      return true;
    }

    @Override
    void check() {
      requireReadable(file);
      if (erasures != null) {
        requireReadable(erasures);
      }
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
      LaterErasures later = erasures == null ? null : new LaterErasures(erasures);
      long repeated;
      try (ShownProgress progress = new ShownProgress()) {
        repeated = Restoration.run(database, backup, later, progress);
        progress.finish();
      }
      if (folder != null) {
        folder.keep();
      }
      say(
          "Restored: %s. Start it with: java -jar supply-chain.jar%s"
              .formatted(backup.manifest().summary(), address().flag()));
      if (later != null) {
        say("Erased farmers again: " + repeated + ".");
      }
    }
  }
}
