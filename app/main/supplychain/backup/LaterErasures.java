package supplychain.backup;

import static org.jooq.impl.DSL.val;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.function.Uncheck;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import supplychain.backup.Manifest.TableEntry;
import supplychain.core.Failure;
import supplychain.core.Progress;
import supplychain.database.Database;

/**
 * Erasures after a backup, from a later backup or from the output of {@code erase --list}. A
 * restore of the backup repeats them.
 */
public record LaterErasures(Path file) {
  /** Repeats the erasures that the database does not have. Returns their number. */
  long repeat(DSLContext sql) {
    Database.liftLimits(sql);
    sql.execute("create temporary table later_erasure (like erasure) on commit drop");
    if (Uncheck.get(this::isBackup)) {
      Uncheck.run(() -> copy(sql));
    } else {
      readLines(sql);
    }
    return sql.fetchSingle("select repeat_erasures()").get(0, Long.class);
  }

  /** A backup is a zip file, which begins with this letter. */
  private boolean isBackup() throws IOException {
    try (InputStream start = Files.newInputStream(file)) {
      return start.read() == 'P';
    }
  }

  private void copy(DSLContext sql) throws IOException {
    try (BackupFile later = new BackupFile(file, Progress.NONE)) {
      TableEntry table =
          later.manifest().tables().stream()
              .filter(each -> each.name().equals("erasure"))
              .findFirst()
              .orElseThrow(() -> Failure.of("The backup " + file + " has no erasures."));
      String form = "copy {0} ({1}) from stdin";
      Restoration.copy(sql, later, table, "later_erasure", form, Progress.NONE);
    }
  }

  private void readLines(DSLContext sql) {
    try {
      List<String> lines = Files.readAllLines(file);
      if (lines.isEmpty()) {
        throw Failure.of(
            "The file " + file + " is empty. If no farmer was erased, leave out --erasures.");
      }
      for (String line : lines) {
        sql.execute(
            "insert into later_erasure select * from json_populate_record(null::erasure,"
                + " {0}::json)",
            val(line));
      }
    } catch (IOException | DataAccessException e) {
      throw Failure.of("The file " + file + " is neither a backup nor the output of erase --list.");
    }
  }
}
