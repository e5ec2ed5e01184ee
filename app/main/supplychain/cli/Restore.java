package supplychain.cli;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.flywaydb.core.api.FlywayException;
import org.jooq.exception.DataAccessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import supplychain.backup.BackupFile;
import supplychain.backup.Restoration;
import supplychain.database.Database;
import supplychain.postgres.FreshFolder;

/** Restores a backup into a new folder or an empty database: all of it, or nothing. */
@Command(
    name = "restore",
    description = {
      "Restore a backup into a new folder, or an empty database: all of it, or nothing.",
      "Tokens come back, too: revoke those again that you have revoked since the backup."
    })
final class Restore extends DatabaseCommand {
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

  @Override
  void open(OpenParts parts) {
    try (ShownProgress progress = new ShownProgress()) {
      backup = parts.open(() -> BackupFile.open(file));
      backup.check(progress);
    } catch (UncheckedIOException e) {
      throw cannotBeRead(e);
    }
    Path path = address().folder();
    if (path != null) {
      folder = parts.open(() -> FreshFolder.at(path));
    }
  }

  @Override
  void run(Database database) {
    try (ShownProgress progress = new ShownProgress()) {
      Restoration.run(database, backup, progress);
    } catch (UncheckedIOException e) {
      throw cannotBeRead(e);
    } catch (DataAccessException | FlywayException e) {
      throw folder == null ? e : folder.reason(e);
    }
    if (folder != null) {
      folder.keep();
    }
    say(
        "Restored: %s. Start it with: java -jar supply-chain.jar%s"
            .formatted(backup.manifest().summary(), address().flag()));
  }

  private Failure cannotBeRead(UncheckedIOException e) {
    return Failure.of("The backup " + file + " cannot be read: " + OneLine.reason(e.getCause()));
  }
}
