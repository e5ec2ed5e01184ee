package supplychain.backup;

import static org.jooq.impl.DSL.list;
import static org.jooq.impl.DSL.name;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.QueryPart;
import supplychain.backup.Manifest.TableEntry;
import supplychain.database.Database;

/**
 * Puts the rows of a backup in place of those that the migrations made. Foreign keys are taken away
 * for that time and checked at its end, so the order of the tables is of no matter; triggers keep
 * still, for what they would do was done when the rows were first written.
 */
final class Refill {
  /** Statements that take foreign keys away and make triggers keep still, with their opposites. */
  private static final String IN_THE_WAY =
      """
      select format('alter table %s drop constraint %I', conrelid::regclass, conname),
             format('alter table %s add constraint %I %s',
                    conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint
      where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0
      union all
      select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
             format('alter table %s enable %s trigger %I', tgrelid::regclass,
                    case tgenabled when 'A' then 'always' when 'R' then 'replica' end, tgname)
      from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled <> 'D'
      order by 1
      """;

  /** Statements that make the next number of a column follow the last one that is there. */
  private static final String NUMBERS =
      """
      select format('select setval(%L, coalesce(max(%I), 1), max(%I) is not null) from %s',
                    sequence, attname, attname, attrelid::regclass)
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      cross join pg_get_serial_sequence(attrelid::regclass::text, attname) sequence
      where relnamespace = current_schema()::regnamespace
        and relkind = 'r'
        and attnum > 0
        and not attisdropped
        and sequence is not null
      """;

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
    QueryPart names = list(tables.stream().map(table -> name(table.name())).toList());
    List<String> after = setAside();
    sql.execute("truncate {0}", names);
    tables.forEach(this::fill);
    after.forEach(sql::execute);
    sql.fetch(NUMBERS).forEach(row -> sql.fetch(row.get(0, String.class)));
    sql.execute("analyze {0}", names);
    return backup.manifest().rows();
  }

  /** Takes foreign keys away and makes triggers keep still; returns what puts them back. */
  private List<String> setAside() {
    return sql.fetch(IN_THE_WAY).stream()
        .map(
            row -> {
              sql.execute(row.get(0, String.class));
              return row.get(1, String.class);
            })
        .toList();
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
