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
    boolean mayWriteOut = (Boolean) database.read(sql -> sql.fetchValue("select fill_log()"));
    if (mayWriteOut) {
      database.maintain("checkpoint");
    }
    return mayWriteOut;
  }
}
