package supplychain.privacy;

import static org.jooq.impl.DSL.inline;

import java.util.List;
import supplychain.database.Database;

/**
 * Frees the disk of what was erased: PostgreSQL keeps old rows in its files until it rewrites them.
 */
public final class Compaction {
  private static final List<String> TABLES =
      List.of(
          "history", "farmer", "card", "plot", "submission_value", "idempotency_key", "load_ref");

  /** More than a segment of the log, so that the next checkpoint removes the one before. */
  private static final String FILL_LOG =
      "select pg_logical_emit_message(false, 'erased', repeat('.', 1000000)) from"
          + " generate_series(1, 40)";

  private static final String MAY_WRITE_OUT =
      "select exists (select from pg_roles where rolname = 'pg_checkpoint' and pg_has_role(oid,"
          + " 'usage'))";

  private Compaction() {}

  /**
   * Rewrites the tables, and the log of PostgreSQL if the database user may.
   *
   * @return whether the old log is gone; otherwise it goes with the next checkpoint
   */
  public static boolean run(Database database) {
    String[] tables = TABLES.toArray(String[]::new);
    database.read(sql -> sql.fetch("select forget_samples({0})", inline(tables)));
    database.maintain("vacuum (full, analyze) " + String.join(", ", TABLES));
    database.maintain("vacuum full pg_statistic");
    database.read(sql -> sql.fetch(FILL_LOG));
    boolean mayWriteOut = (Boolean) database.read(sql -> sql.fetchValue(MAY_WRITE_OUT));
    if (mayWriteOut) {
      database.maintain("checkpoint");
    }
    return mayWriteOut;
  }
}
