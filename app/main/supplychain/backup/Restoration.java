package supplychain.backup;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;

import org.jooq.DSLContext;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.history.ChangeFeed;

/**
 * Restores a backup into a database that holds no tables: all of it, or nothing. The tables are
 * built in a schema of their own and moved into place once they are complete.
 */
public final class Restoration {
  /**
   * The schema for building; a killed restore leaves it behind, and the next restore removes it.
   */
  static final String BUILDING = "supply_chain_restoring";

  /** Held while a database is restored. */
  static final long LOCK = 0x72737472;

  private interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /** A restore changes no record: the records are restored with their history. */
  private static final Author AUTHOR = new Author(Caller.SYSTEM, "restore");

  /** Statements that take everything that the schema holds into another. */
  private static final String MOVES =
      """
      select format('alter routine %s set schema %I', oid::regprocedure, {0})
      from pg_proc
      where pronamespace = current_schema()::regnamespace
      union all
      select format('alter %s %s set schema %I',
                    case relkind when 'v' then 'view' when 'm' then 'materialized view'
                                 when 'S' then 'sequence' else 'table' end,
                    pg_class.oid::regclass, {0})
      from pg_class
      where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend
                        where classid = 'pg_class'::regclass and objid = pg_class.oid
                          and relkind = 'S' and deptype in ('a', 'i'))
      union all
      select format('alter %s %s set schema %I',
                    case typtype when 'd' then 'domain' else 'type' end, oid::regtype, {0})
      from pg_type
      where typnamespace = current_schema()::regnamespace and typtype in ('d', 'e')
      """;

  private Restoration() {}

  /**
   * Restores a backup that was checked.
   *
   * @throws BackupException if the database holds tables, or the backup does not fit this jar
   */
  public static void run(Database target, BackupFile backup, CopyProgress progress) {
    target.read(
        sql -> {
          try (Held alone = lock(sql)) {
            return restore(target, requireEmpty(sql), backup, progress);
          }
        });
  }

  /** While the lock is held, no other restore can run on the same database. */
  private static Held lock(DSLContext sql) {
    boolean isFree =
        sql.select(field("pg_try_advisory_lock({0})", SQLDataType.BOOLEAN, inline(LOCK)))
            .fetchSingle()
            .value1();
    if (!isFree) {
      throw new BackupException("Another restore into this database is at work.");
    }
    return () -> sql.select(field("pg_advisory_unlock({0})", inline(LOCK))).fetch();
  }

  private static int restore(
      Database target, String schema, BackupFile backup, CopyProgress progress) {
    begin(target);
    try (Database building = target.inSchema(BUILDING)) {
      building.migrate(backup.manifest().schema());
      building.write(AUTHOR, sql -> Refill.run(sql, backup, progress));
      building.migrate();
      return building.write(
          AUTHOR,
          sql -> {
            ChangeFeed.renew(sql);
            return moveInto(sql, schema);
          });
    } catch (RuntimeException e) {
      giveUp(target, e);
      throw e;
    }
  }

  private static String requireEmpty(DSLContext sql) {
    String schema =
        Catalogue.currentSchema(sql)
            .orElseThrow(
                () -> new BackupException("The database has no schema to restore into: make it."));
    if (!Catalogue.tables(sql).isEmpty()) {
      throw new BackupException(
          "There are tables already: restore needs an empty database, or a new folder.");
    }
    return schema;
  }

  /** Takes everything that the present schema holds into another, and drops it, empty. */
  private static int moveInto(DSLContext sql, String other) {
    String emptied = Catalogue.currentSchema(sql).orElseThrow();
    sql.fetch(MOVES, inline(other)).forEach(row -> sql.execute(row.get(0, String.class)));
    // Without cascade: what a move has forgotten stops it here.
    return sql.execute("drop schema {0}", name(emptied));
  }

  private static void begin(Database target) {
    drop(target);
    target.write(AUTHOR, sql -> sql.createSchema(name(BUILDING)).execute());
  }

  private static void drop(Database target) {
    target.write(
        AUTHOR,
        sql -> {
          Database.liftLimits(sql);
          return sql.dropSchemaIfExists(name(BUILDING)).cascade().execute();
        });
  }

  private static void giveUp(Database target, RuntimeException cause) {
    try {
      drop(target);
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }
}
