package supplychain.privacy;

import static org.jooq.impl.DSL.inline;

import java.util.List;
import org.jooq.DSLContext;
import supplychain.database.Database;

/**
 * Frees the disk of what was erased: PostgreSQL keeps old rows in its files until they are
 * rewritten.
 */
public final class Compaction {
  private static final List<String> TABLES =
      List.of(
          "history", "farmer", "card", "plot", "submission_value", "idempotency_key", "load_ref");

  /** PostgreSQL 18: the statistics of a table without rows would keep samples of the old ones. */
  private static final String FORGET_SAMPLES =
      """
      select pg_clear_attribute_stats(nspname::text, relname::text, attname::text, false)
        from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace
        join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
       where pg_class.oid in (select {0}::regclass
                              union all select indexrelid from pg_index where indrelid = {0}::regclass)
      """;

  /** More than a segment of the log, so that the next checkpoint removes the one before. */
  private static final String FILL_LOG =
      "select pg_logical_emit_message(false, 'erased', repeat('.', 1000000)) from generate_series(1, 40)";

  private static final String MAY_WRITE_OUT =
      "exists (select from pg_roles where rolname = 'pg_checkpoint' and pg_has_role(oid, 'usage'))";

  private Compaction() {}

  /**
   * Rewrites the tables, and the log of PostgreSQL if the database user may.
   *
   * @return whether the old log is gone; otherwise it goes with the next checkpoint
   */
  public static boolean run(Database database) {
    database.maintain(
        sql -> {
          boolean canForget =
              is(sql, "exists (select from pg_proc where proname = 'pg_clear_attribute_stats')");
          for (String table : TABLES) {
            if (canForget) {
              sql.fetch(FORGET_SAMPLES, inline(table));
            }
            sql.execute("vacuum (full, analyze) " + table);
          }
          sql.execute("vacuum full pg_statistic");
          sql.fetch(FILL_LOG);
        });
    boolean mayWriteOut = database.read(sql -> is(sql, MAY_WRITE_OUT));
    if (mayWriteOut) {
      database.maintain(sql -> sql.execute("checkpoint"));
    }
    return mayWriteOut;
  }

  private static boolean is(DSLContext sql, String condition) {
    return (Boolean) sql.fetchValue("select " + condition);
  }
}
