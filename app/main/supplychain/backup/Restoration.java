package supplychain.backup;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;

import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Progress;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.history.ChangeFeed;

/**
 * Restores a backup into a database without tables: all of it, or nothing. A schema of its own
 * holds the tables until they are complete. Then they move into place.
 */
public final class Restoration {
  /** Holds the tables during a restore. After a killed restore, the next one removes it. */
  static final String BUILDING = "supply_chain_restoring";

  /** The advisory lock of a restore. */
  static final long LOCK = 0x72737472;

  /** The author of no change: the records bring their own history along. */
  private static final Author AUTHOR = new Author(Caller.SYSTEM, "restore");

  /** Statements that move everything in the present schema into another. */
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
  public static void run(Database target, BackupFile backup, Progress progress) {
    target.read(
        sql -> {
          if (!sql.fetchValue(field("pg_try_advisory_lock({0})", Boolean.class, inline(LOCK)))) {
            throw new BackupException("Another restore into this database is in progress.");
          }
          try {
            return restore(target, requireEmpty(sql), backup, progress);
          } finally {
            sql.fetch("select pg_advisory_unlock({0})", inline(LOCK));
          }
        });
  }

  private static int restore(Database target, String schema, BackupFile backup, Progress progress) {
    drop(target);
    target.write(AUTHOR, sql -> sql.createSchema(name(BUILDING)).execute());
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
    } catch (RuntimeException failure) {
      try {
        drop(target);
      } catch (RuntimeException e) {
        failure.addSuppressed(e);
      }
      throw failure;
    }
  }

  private static String requireEmpty(DSLContext sql) {
    String schema = Catalogue.currentSchema(sql);
    if (schema == null) {
      throw new BackupException("The database has no schema to restore into: create it.");
    }
    if (!Catalogue.tables(sql).isEmpty()) {
      throw new BackupException(
          "There are tables already: restore needs an empty database, or a new folder.");
    }
    return schema;
  }

  /** Moves everything in the present schema into another, and drops the empty schema. */
  private static int moveInto(DSLContext sql, String other) {
    String emptied = Catalogue.currentSchema(sql);
    sql.fetch(MOVES, inline(other)).forEach(row -> sql.execute(row.get(0, String.class)));
    // Without cascade: this fails if the moves left anything behind.
    return sql.execute("drop schema {0}", name(emptied));
  }

  private static void drop(Database target) {
    target.write(
        AUTHOR,
        sql -> {
          Database.liftLimits(sql);
          return sql.dropSchemaIfExists(name(BUILDING)).cascade().execute();
        });
  }
}
