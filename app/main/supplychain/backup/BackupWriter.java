package supplychain.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jooq.DSLContext;
import org.jooq.Table;
import org.jooq.TableOptions.TableType;
import org.jooq.impl.DSL;
import org.postgresql.PGConnection;
import supplychain.backup.Manifest.TableEntry;
import supplychain.core.Progress;
import supplychain.core.Release;
import supplychain.database.Database;
import supplychain.schema.Public;

/**
 * Takes a backup: every table as it is at one moment, while others write. The file is a zip file
 * with the rows of each table, and a {@link Manifest} at its end.
 */
public final class BackupWriter {
  private BackupWriter() {}

  /** Writes the backup of a database, or throws an {@link UncheckedIOException}. */
  public static Manifest write(Database database, OutputStream out, Progress progress) {
    database.schema().requireCurrent();
    return write(database, out, progress, tables());
  }

  /** Writes the backup of a schema of an older release, whose tables this one does not know. */
  public static Manifest writeOutdated(Database database, OutputStream out, Progress progress) {
    return write(database, out, progress, database.read(Catalogue::tables));
  }

  private static List<String> tables() {
    return Public.PUBLIC
        .tableStream()
        .filter(table -> table.getTableType() == TableType.TABLE)
        .map(Table::getName)
        .sorted()
        .toList();
  }

  private static Manifest write(
      Database database, OutputStream out, Progress progress, List<String> tables) {
    return database.snapshot(
        sql -> {
          // LOCK TABLE is no query: the first query after it fixes the moment that all others see.
          Catalogue.lock(sql, tables);
          try (ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            return write(sql, zip, progress, tables);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static Manifest write(
      DSLContext sql, ZipOutputStream zip, Progress progress, List<String> tables)
      throws IOException {
    List<TableEntry> entries = new ArrayList<>();
    long rows = 0;
    for (String table : tables) {
      progress.at(table + ", after " + rows + " records", entries.size(), tables.size());
      List<String> columns = Catalogue.columns(sql, table);
      zip.putNextEntry(new ZipEntry(TableEntry.file(table)));
      TableEntry entry = new TableEntry(table, columns, copy(sql, zip, table, columns));
      zip.closeEntry();
      entries.add(entry);
      rows += entry.rows();
    }
    // The time at which this transaction began, not the present time.
    String began = sql.fetchValue(DSL.currentOffsetDateTime()).toInstant().toString();
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT, Catalogue.schemaVersion(sql), Release.version(), began, entries);
    zip.putNextEntry(new ZipEntry(Manifest.ENTRY));
    zip.write(manifest.toJson());
    zip.closeEntry();
    return manifest;
  }

  /** Copies the rows of a table. Returns their number. */
  private static long copy(DSLContext sql, OutputStream out, String table, List<String> columns) {
    String command = Catalogue.copy(sql, "copy {0} ({1}) to stdout", table, columns);
    return sql.connectionResult(
        connection -> {
          try {
            return connection.unwrap(PGConnection.class).getCopyAPI().copyOut(command, out);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
