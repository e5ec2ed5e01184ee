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
            return TableChanges.moveInto(sql, schema);
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
