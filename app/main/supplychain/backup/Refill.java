package supplychain.backup;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jooq.DSLContext;
import supplychain.database.Database;

/**
 * Puts the rows of a backup in place of those that the migrations made. Foreign keys are taken away
 * for that time and checked at its end, so the order of the tables is of no matter; triggers keep
 * still, for what they would do was done when the rows were first written.
 */
final class Refill {
  private final DSLContext sql;
  private final BackupFile backup;
  private final CopyProgress progress;
  private long done;

  private Refill(DSLContext sql, BackupFile backup, CopyProgress progress) {
    this.sql = sql;
    this.backup = backup;
    this.progress = progress;
  }

  /** Does it in this transaction, on the tables of the present schema; returns how many rows. */
  static long run(DSLContext sql, BackupFile backup, CopyProgress progress) {
    return new Refill(sql, backup, progress).run();
  }

  private long run() {
    Database.liftLimits(sql);
    List<TableEntry> tables = backup.manifest().tables();
    requireSameTables(tables.stream().map(TableEntry::name).sorted().toList());
    List<String> after = TableChanges.setAside(sql);
    TableChanges.empty(sql, tables.stream().map(TableEntry::name).toList());
    tables.forEach(this::fill);
    after.forEach(sql::execute);
    TableChanges.continueNumbers(sql);
    TableChanges.analyze(sql, tables.stream().map(TableEntry::name).toList());
    return backup.manifest().rows();
  }

  private void requireSameTables(List<String> names) {
    if (!names.equals(Catalogue.tables(sql))) {
      throw unfit("its tables are others");
    }
  }

  private void fill(TableEntry table) {
    Set<String> columns = new HashSet<>(Catalogue.columns(sql, table.name()));
    if (columns.size() != table.columns().size() || !columns.containsAll(table.columns())) {
      throw unfit("the columns of " + table.name() + " are others");
    }
    long total = backup.manifest().bytes();
    Measured measured = new Measured(bytes -> progress.at(table.name(), done + bytes, total));
    long rows =
        backup.read(
            table, measured, stream -> TableCopy.in(sql, table.name(), table.columns(), stream));
    if (rows != table.rows()) {
      throw BackupException.damaged(TableEntry.file(table.name()));
    }
    done += table.bytes();
  }

  private BackupException unfit(String reason) {
    return new BackupException(
        "The backup does not fit the schema of version %s that it names: %s."
            .formatted(backup.manifest().schema(), reason));
  }
}
