package supplychain.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.io.function.Uncheck;
import supplychain.backup.BackupWriter;
import supplychain.core.UnfinishedFile;
import supplychain.database.Database;

/** The backup of the records of an older release, before this release upgrades their schema. */
final class BeforeUpgrade {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd-HHmmss");

  private BeforeUpgrade() {}

  /** Upgrades the schema, after a backup if there are records of an older release. */
  static void migrate(Database database, DatabaseAddress address, Consumer<String> say) {
    Optional<String> schema = database.outdatedSchema();
    if (schema.isPresent()) {
      Path file = file(address, schema.get());
      say.accept(
          "Backing up to %s before the upgrade from version %s of the schema."
              .formatted(file, schema.get()));
      Uncheck.run(() -> backUp(database, file));
    }
    database.migrate();
  }

  /** In the data folder; for a PostgreSQL of your own, in the working directory. */
  private static Path file(DatabaseAddress address, String schema) {
    Path folder = address.folder() == null ? Path.of("") : address.folder();
    String time = LocalDateTime.now(ZoneOffset.UTC).format(TIME);
    return folder
        .resolve("before-upgrade-of-schema-%s-%s.zip".formatted(schema, time))
        .toAbsolutePath();
  }

  private static void backUp(Database database, Path path) throws IOException {
    try (UnfinishedFile file = new UnfinishedFile(path);
        OutputStream out = file.out()) {
      ShownProgress.during(progress -> BackupWriter.writeOutdated(database, out, progress));
      file.finish();
    }
  }
}
