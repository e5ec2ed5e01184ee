package supplychain.backup;

import static org.jooq.impl.DSL.list;
import static org.jooq.impl.DSL.name;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.QueryPart;
import org.jooq.Record;
import org.jooq.exception.DataAccessException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import supplychain.backup.Manifest.TableEntry;
import supplychain.core.Progress;
import supplychain.database.Database;

/**
 * Replaces the rows that the migrations wrote by those of a backup. Meanwhile there are no foreign
 * keys, so the tables may come in any order; PostgreSQL checks the keys at the end. Triggers are
 * disabled, because they did their work when the rows were first written.
 */
final class Refill {
  /** Statements that remove foreign keys and disable triggers, each with its opposite. */
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

  /** Statements that let the numbers of a column go on after its greatest value. */
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
  private final Progress progress;
  private long done;

  private Refill(DSLContext sql, BackupFile backup, Progress progress) {
    this.sql = sql;
    this.backup = backup;
    this.progress = progress;
  }

  /** Fills the tables of the present schema, in this transaction. Returns the number of rows. */
  static long run(DSLContext sql, BackupFile backup, Progress progress) {
    return new Refill(sql, backup, progress).run();
  }

  private long run() {
    Database.liftLimits(sql);
    List<TableEntry> tables = backup.manifest().tables();
    if (!tables.stream().map(TableEntry::name).sorted().toList().equals(Catalogue.tables(sql))) {
      throw unfit("its tables are others");
    }
    QueryPart names = list(tables.stream().map(table -> name(table.name())).toList());
    List<String> restoring = sql.fetch(IN_THE_WAY).stream().map(this::setAside).toList();
    sql.execute("truncate {0}", names);
    tables.forEach(this::fill);
    restoring.forEach(sql::execute);
    sql.fetch(NUMBERS).forEach(row -> sql.fetch(row.get(0, String.class)));
    sql.execute("analyze {0}", names);
    return backup.manifest().rows();
  }

  /** Runs a statement, and returns its opposite. */
  private String setAside(Record statements) {
    sql.execute(statements.get(0, String.class));
    return statements.get(1, String.class);
  }

  private void fill(TableEntry table) {
    List<String> columns = Catalogue.columns(sql, table.name());
    if (columns.size() != table.columns().size()
        || !new HashSet<>(columns).containsAll(table.columns())) {
      throw unfit("the columns of " + table.name() + " are others");
    }
    String command =
        Catalogue.copy(sql, "copy {0} ({1}) from stdin", table.name(), table.columns());
    long rows = sql.connectionResult(connection -> copy(connection, command, table));
    if (rows != table.rows()) {
      throw BackupException.damaged(TableEntry.file(table.name()));
    }
    done += table.bytes();
  }

  private long copy(Connection connection, String command, TableEntry table) throws SQLException {
    CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(command);
    try {
      backup.read(
          table,
          done,
          progress,
          (buffer, length) -> {
            try {
              copy.writeToCopy(buffer, 0, length);
            } catch (SQLException e) {
              throw new DataAccessException("copy", e);
            }
          });
      return copy.endCopy();
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }

  private BackupException unfit(String reason) {
    return new BackupException(
        "The backup does not fit the schema of version %s that it names: %s."
            .formatted(backup.manifest().schema(), reason));
  }
}
