package supplychain.backup;

import static org.jooq.impl.DSL.*;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Result;
import org.postgresql.PGConnection;
import supplychain.backup.Manifest.TableEntry;
import supplychain.core.Failure;
import supplychain.core.Progress;
import supplychain.database.Database;
import supplychain.privacy.Erasures;

/**
 * Erasures after a backup, from a later backup or from the output of {@code erase --list}. A
 * restore of the backup repeats them.
 */
public record LaterErasures(Path file) {
  private static final String TABLE = "erasure";

  /** A user of the later backup may be unknown in the earlier one. */
  private static final String MISSING =
      """
      select later.id, farmer, reason, created_on,
             coalesce((select app_user.id from app_user where app_user.id = creator), {0}) as creator
        from later_erasure later
       where not exists (select from erasure where erasure.id = later.id)
       order by later.id
      """;

  /** Repeats the erasures that the database does not have. Returns their number. */
  int repeat(DSLContext sql, UUID unknownUser) {
    Database.liftLimits(sql);
    sql.execute("create temporary table later_erasure (like erasure) on commit drop");
    if (isBackup()) {
      copy(sql);
    } else {
      readLines(sql);
    }
    Result<Record> missing = sql.fetch(MISSING, val(unknownUser));
    int repeated = 0;
    for (Record erasure : missing) {
      boolean isDone =
          Erasures.repeat(
              sql,
              erasure.get("id", UUID.class),
              erasure.get("farmer", UUID.class),
              erasure.get("reason", String.class),
              erasure.get("creator", UUID.class),
              erasure.get("created_on", OffsetDateTime.class));
      repeated += isDone ? 1 : 0;
    }
    return repeated;
  }

  /** A backup is a zip file, which begins with these letters. */
  private boolean isBackup() {
    try (InputStream start = new BufferedInputStream(Files.newInputStream(file))) {
      return start.read() == 'P' && start.read() == 'K';
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void copy(DSLContext sql) {
    try (BackupFile later = new BackupFile(file, Progress.NONE)) {
      TableEntry table =
          later.manifest().tables().stream()
              .filter(each -> each.name().equals(TABLE))
              .findFirst()
              .orElseThrow(
                  () -> Failure.of("The backup " + file + " is of a release without erasures."));
      String command =
          Catalogue.copy(sql, "copy {0} ({1}) from stdin", "later_erasure", table.columns());
      later.read(
          table,
          "reading",
          Progress.NONE,
          content ->
              sql.connectionResult(
                  connection ->
                      connection.unwrap(PGConnection.class).getCopyAPI().copyIn(command, content)));
    }
  }

  private void readLines(DSLContext sql) {
    try {
      List<String> lines = Files.readAllLines(file);
      for (String line : lines) {
        sql.execute(
            "insert into later_erasure select * from json_populate_record(null::erasure, {0}::json)",
            val(line));
      }
    } catch (IOException | org.jooq.exception.DataAccessException e) {
      throw Failure.of("The file " + file + " is neither a backup nor the output of erase --list.");
    }
  }
}
