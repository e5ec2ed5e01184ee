package supplychain.backup;

import static org.jooq.impl.DSL.*;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.postgresql.PGConnection;
import supplychain.backup.Manifest.TableEntry;
import supplychain.core.Caller;
import supplychain.core.Failure;
import supplychain.core.Progress;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.database.Parallel;
import supplychain.history.ChangeFeed;

/**
 * Restores a backup into a database without tables: all of it, or nothing. A schema of its own
 * holds the tables until they are complete. Then they move into place.
 */
public final class Restoration {
  /** Holds the tables during a restore. After a killed restore, the next one removes it. */
  static final String BUILDING = "supply_chain_restoring";

  /** The advisory lock of a restore: "rstr" in ASCII. */
  static final long LOCK = 0x72737472;

  /** A transaction needs an author. It records no change, since the backup has the history. */
  private static final Author AUTHOR = new Author(Caller.SYSTEM, "restore");

  /** How many tables to fill, or indexes to build, at once: a command has two connections. */
  private static final int CONNECTIONS = 2;

  private Restoration() {}

  /**
   * Restores a backup. Then repeats the later erasures of farmers, unless {@code later} is null.
   * Returns how many it repeated.
   *
   * @throws Failure if the database holds tables, or the backup does not fit this jar
   */
  public static long run(
      Database target, BackupFile backup, LaterErasures later, Progress progress) {
    return target.read(
        sql -> {
          if (!sql.fetchValue(field("pg_try_advisory_lock({0})", Boolean.class, inline(LOCK)))) {
            throw Failure.of("Another restore into this database is in progress.");
          }
          try {
            return restore(target, requireEmpty(sql), backup, later, progress);
          } finally {
            sql.fetch("select pg_advisory_unlock({0})", inline(LOCK));
          }
        });
  }

  /** Refuses an empty database into which a restore is in progress, or was killed. */
  public static void requireFinished(Database database) {
    boolean isUnfinished =
        database.read(
            sql ->
                Catalogue.tables(sql).isEmpty()
                    && sql.fetchExists(
                        table("pg_namespace"), condition("nspname = {0}", inline(BUILDING))));
    if (isUnfinished) {
      throw Failure.of(
          "A restore into this database has not finished. Wait until it ends. If it was killed, run"
              + " it again: it starts over. Or drop the schema "
              + BUILDING
              + ".");
    }
  }

  private static long restore(
      Database target, String schema, BackupFile backup, LaterErasures later, Progress progress) {
    drop(target);
    target.write(AUTHOR, sql -> sql.createSchema(name(BUILDING)).execute());
    try (Database building = target.inSchema(BUILDING)) {
      building.schema().migrate(backup.manifest().schema(), backup.manifest().release());
      fill(building, backup, progress);
      building.schema().migrate();
      // Not by `building`: after an interrupt, only `target` knows whether this was committed.
      return target.write(
          AUTHOR,
          sql -> {
            sql.setLocal("search_path", inline(BUILDING)).execute();
            long repeated = later == null ? 0 : later.repeat(sql);
            ChangeFeed.expireCursors(sql);
            moveInto(sql, schema);
            return repeated;
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

  /** A sentence for each table with another number of rows than when it was backed up. */
  public static List<String> differences(Database restored, Manifest manifest) {
    return restored.snapshot(
        sql ->
            // An upgrade may add and remove rows. The restore itself counted the rows before it.
            !Catalogue.schemaVersion(sql).equals(manifest.schema())
                ? List.of()
                : manifest.tables().stream().flatMap(table -> difference(sql, table)).toList());
  }

  private static Stream<String> difference(DSLContext sql, TableEntry table) {
    long rows = sql.fetchCount(table(name(table.name())));
    return rows == table.rows()
        ? Stream.empty()
        : Stream.of(
            "table %s has %,d rows in place of %,d".formatted(table.name(), rows, table.rows()));
  }

  private static String requireEmpty(DSLContext sql) {
    String schema = Catalogue.currentSchema(sql);
    if (schema == null) {
      throw Failure.of("The database has no schema to restore into. Create it.");
    }
    if (!Catalogue.tables(sql).isEmpty()) {
      throw Failure.of(
          "The database already has tables. Choose an empty database or a new folder. To replace"
              + " the records of a folder, stop the service and rename the folder first.");
    }
    return schema;
  }

  /** Moves everything in the present schema into another, and drops the empty schema. */
  private static int moveInto(DSLContext sql, String other) {
    String emptied = Catalogue.currentSchema(sql);
    Catalogue.SQL
        .call("moves")
        .set("schema", other)
        .fetch(sql)
        .getValues(0, String.class)
        .forEach(sql::execute);
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

  /**
   * Replaces the rows that the migrations wrote by those of the backup. Meanwhile there are no
   * indexes and foreign keys, so the tables may come in any order; PostgreSQL checks the keys at
   * the end. Triggers are disabled, because they did their work when the rows were first written.
   */
  private static void fill(Database building, BackupFile backup, Progress progress) {
    List<TableEntry> tables =
        backup.manifest().tables().stream()
            // The largest first, so that all connections end at about the same time.
            .sorted(Comparator.comparing(TableEntry::rows).reversed())
            .toList();
    Indexes indexes = write(building, sql -> prepare(sql, backup.manifest(), tables));
    long rows = backup.manifest().rows();
    each(building, tables, (sql, table) -> fill(sql, backup, table, progress));
    progress.at("building indexes", rows, rows);
    each(building, indexes.creations(), DSLContext::execute);
    progress.at("checking references", rows, rows);
    write(
        building,
        sql -> {
          indexes.rest().forEach(sql::execute);
          Catalogue.SQL.call("numbers").fetch(sql).getValues(0, String.class).forEach(sql::fetch);
          return indexes;
        });
    progress.at("analyzing tables", rows, rows);
    each(building, tables, (sql, table) -> sql.execute("analyze {0}", name(table.name())));
  }

  /** Does each piece of work in a transaction of its own, several at once. */
  private static <T> void each(
      Database building, List<T> pieces, BiFunction<DSLContext, T, ?> work) {
    Parallel.run(
        CONNECTIONS,
        pieces.stream()
            .<Runnable>map(piece -> () -> write(building, sql -> work.apply(sql, piece)))
            .toList());
  }

  private static <T> T write(Database building, Function<DSLContext, T> work) {
    return building.write(
        AUTHOR,
        sql -> {
          Database.liftLimits(sql);
          Database.allowWholeTables(sql);
          sql.setLocal("maintenance_work_mem", inline("128MB")).execute();
          sql.setLocal("synchronous_commit", inline("off")).execute();
          return work.apply(sql);
        });
  }

  private static Indexes prepare(DSLContext sql, Manifest manifest, List<TableEntry> tables) {
    List<String> names = tables.stream().map(TableEntry::name).toList();
    if (!names.stream().sorted().toList().equals(Catalogue.tables(sql))) {
      throw unfit(manifest, "it has other tables");
    }
    for (TableEntry table : tables) {
      List<String> columns = Catalogue.columns(sql, table.name());
      if (columns.size() != table.columns().size()
          || !new HashSet<>(columns).containsAll(table.columns())) {
        throw unfit(manifest, "its table " + table.name() + " has other columns");
      }
    }
    return Indexes.remove(sql, names);
  }

  /** One transaction empties and fills the table, so PostgreSQL need not log the rows. */
  private static long fill(DSLContext sql, BackupFile backup, TableEntry table, Progress progress) {
    sql.execute("truncate {0}", name(table.name()));
    long rows =
        copy(sql, backup, table, table.name(), "copy {0} ({1}) from stdin (freeze)", progress);
    if (rows != table.rows()) {
      throw Manifest.damaged(table.file());
    }
    return rows;
  }

  /** Copies the rows of a table in a backup into a table with the same columns. */
  static long copy(
      DSLContext sql,
      BackupFile backup,
      TableEntry table,
      String into,
      String form,
      Progress progress) {
    String command = Catalogue.copy(sql, form, into, table.columns());
    return backup.read(
        table.file(),
        "restoring " + table.name(),
        progress,
        content ->
            sql.connectionResult(
                connection ->
                    connection.unwrap(PGConnection.class).getCopyAPI().copyIn(command, content)));
  }

  private static Failure unfit(Manifest manifest, String reason) {
    return Failure.of(
        "The backup does not fit the schema of version %s that it names: %s."
            .formatted(manifest.schema(), reason));
  }
}
