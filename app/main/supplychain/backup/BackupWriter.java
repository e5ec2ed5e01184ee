package supplychain.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jooq.DSLContext;
import org.jooq.Table;
import org.jooq.TableOptions.TableType;
import supplychain.backup.Manifest.TableEntry;
import supplychain.database.Database;
import supplychain.schema.Public;

/**
 * Takes a backup: every table as it is at one moment, whoever writes meanwhile. It is a zip file
 * with the rows of each table, and a {@link Manifest} at its end.
 */
public final class BackupWriter {
  private final DSLContext sql;
  private final ZipOutputStream zip;
  private final CopyProgress progress;
  private long done;
  private long total;

  private BackupWriter(DSLContext sql, ZipOutputStream zip, CopyProgress progress) {
    this.sql = sql;
    this.zip = zip;
    this.progress = progress;
  }

  /**
   * Writes the backup of a database.
   *
   * @param service the release that takes it
   * @throws UncheckedIOException if it cannot be written
   */
  public static Manifest write(
      Database database, OutputStream out, String service, CopyProgress progress) {
    database.requireCurrentSchema();
    List<String> tables =
        Public.PUBLIC
            .tableStream()
            .filter(table -> table.getTableType() == TableType.TABLE)
            .map(Table::getName)
            .sorted()
            .toList();
    return write(database, tables, out, service, progress);
  }

  /** The same of these tables. */
  static Manifest write(
      Database database,
      List<String> tables,
      OutputStream out,
      String service,
      CopyProgress progress) {
    return database.snapshot(
        sql -> {
          try (ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            return new BackupWriter(sql, zip, progress).write(tables, service);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private Manifest write(List<String> tables, String service) throws IOException {
    // Before the moment is fixed by the first query: what changes a table is over, or waits.
    Catalogue.lock(sql, tables);
    Map<String, Long> sizes = Catalogue.sizes(sql, tables);
    total = sizes.values().stream().mapToLong(Long::longValue).sum();
    List<TableEntry> entries = new ArrayList<>();
    for (String table : tables) {
      entries.add(write(table, sizes.get(table)));
    }
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT,
            service,
            Catalogue.schemaVersion(sql),
            Catalogue.serverVersion(sql),
            Catalogue.now(sql),
            entries);
    zip.putNextEntry(new ZipEntry(Manifest.ENTRY));
    zip.write(manifest.toJson());
    zip.closeEntry();
    return manifest;
  }

  private TableEntry write(String table, long size) throws IOException {
    List<String> columns = Catalogue.columns(sql, table);
    Measured measured =
        new Measured(bytes -> progress.at(table, done + Math.min(bytes, size), total));
    zip.putNextEntry(new ZipEntry(TableEntry.file(table)));
    long rows = TableCopy.out(sql, table, columns, measured.on(zip));
    zip.closeEntry();
    done += size;
    return new TableEntry(table, columns, rows, measured.bytes(), measured.sha256());
  }
}
