package supplychain.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
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
  private final DSLContext sql;
  private final ZipOutputStream zip;
  private final Progress progress;

  private BackupWriter(DSLContext sql, ZipOutputStream zip, Progress progress) {
    this.sql = sql;
    this.zip = zip;
    this.progress = progress;
  }

  /**
   * Writes the backup of a database.
   *
   * @throws UncheckedIOException if the backup cannot be written
   */
  public static Manifest write(Database database, OutputStream out, Progress progress) {
    database.requireCurrentSchema();
    return write(database, out, progress, tables());
  }

  /** The same for the schema of an older release. All tables belong to the service. */
  public static Manifest writeOutdated(Database database, OutputStream out, Progress progress) {
    return write(database, out, progress, database.read(Catalogue::tables));
  }

  private static Manifest write(
      Database database, OutputStream out, Progress progress, List<String> tables) {
    return database.snapshot(
        sql -> {
          try (ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            return new BackupWriter(sql, zip, progress).write(tables);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static List<String> tables() {
    return Public.PUBLIC
        .tableStream()
        .filter(table -> table.getTableType() == TableType.TABLE)
        .map(Table::getName)
        .sorted()
        .toList();
  }

  private Manifest write(List<String> tables) throws IOException {
    // The first query fixes the moment. The lock comes before it, so that no migration is halfway.
    Catalogue.lock(sql, tables);
    List<TableEntry> entries = new ArrayList<>();
    long rows = 0;
    for (String table : tables) {
      progress.at(table + ", after " + rows + " records", entries.size(), tables.size());
      zip.putNextEntry(new ZipEntry(TableEntry.file(table)));
      entries.add(write(table));
      rows += entries.get(entries.size() - 1).rows();
      zip.closeEntry();
    }
    String began = sql.fetchValue(DSL.currentOffsetDateTime()).toInstant().toString();
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT, Catalogue.schemaVersion(sql), Release.version(), began, entries);
    zip.putNextEntry(new ZipEntry(Manifest.ENTRY));
    zip.write(manifest.toJson());
    zip.closeEntry();
    return manifest;
  }

  private TableEntry write(String table) {
    List<String> columns = Catalogue.columns(sql, table);
    String command = Catalogue.copy(sql, "copy {0} ({1}) to stdout", table, columns);
    return new TableEntry(table, columns, sql.connectionResult(each -> copy(each, command)));
  }

  /** Copies the rows of a table. Returns their number. */
  private long copy(Connection connection, String command) throws SQLException {
    try {
      return connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut(command, (OutputStream) zip);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
