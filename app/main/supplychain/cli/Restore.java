package supplychain.cli;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import org.flywaydb.core.api.FlywayException;
import org.jooq.exception.DataAccessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import supplychain.backup.BackupFile;
import supplychain.backup.Manifest;
import supplychain.backup.Restoration;
import supplychain.database.Database;
import supplychain.postgres.FreshFolder;

/** Restores a backup where there are no records yet: all of it, or nothing. */
@Command(
    name = "restore",
    description = {
      "Restore a backup into a new folder, or an empty database: all of it, or nothing.",
      "Tokens are as they were then: revoke again those that were revoked since."
    })
final class Restore extends DatabaseCommand {
  @Parameters(paramLabel = "FILE", description = "What backup has written.")
  Path file;

  private BackupFile backup;
  private FreshFolder folder;

  @Override
  boolean makesPlace() {
    return true;
  }

  @Override
  void check() {
    FileArgument.requireReadable(file);
  }

  @Override
  void open(OpenParts parts) {
    try (ShownProgress progress = new ShownProgress()) {
      backup = parts.open(() -> BackupFile.open(file));
      backup.check(progress::show);
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
      Restoration.run(database, backup, progress::show);
    } catch (UncheckedIOException e) {
      throw cannotBeRead(e);
    } catch (DataAccessException | FlywayException e) {
      throw folder == null ? e : folder.reason(e);
    }
    if (folder != null) {
      folder.keep();
    }
    Manifest manifest = backup.manifest();
    say(
        String.format(
            Locale.ROOT,
            "Restored: %,d rows of %d tables, as of %s. Start it with: java -jar supply-chain.jar%s",
            manifest.rows(),
            manifest.tables().size(),
            manifest.time(),
            address().flag()));
  }

  private Failure cannotBeRead(UncheckedIOException e) {
    return Failure.of(
        "The backup " + file + " cannot be read: " + FileArgument.reason(e.getCause()));
  }
}
