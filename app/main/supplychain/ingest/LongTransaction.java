package supplychain.ingest;

import static java.util.stream.Collectors.joining;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static supplychain.schema.Tables.HISTORY;

import org.jooq.DSLContext;
import org.jooq.Table;
import supplychain.database.Database;
import supplychain.schema.Public;

/** What a transaction that writes much asks of PostgreSQL beyond what a request does. */
public final class LongTransaction {
  /** Loads take this lock, so that they come one after the other. */
  private static final long LOCK = 0x6c6f6164;

  private static final long FIRST_ANALYSIS = 1_000;
  private static final long GROWTH_UNTIL_NEXT = 8;

  /** All but the history, of which a load reads nothing. */
  private static final String ANALYZE =
      Public.PUBLIC
          .tableStream()
          .filter(table -> table != HISTORY)
          .map(Table::getName)
          .collect(joining(", ", "analyze ", ""));

  private final DSLContext sql;
  private long written;
  private long nextAnalysis;

  /** Begins: it may run and wait as long as it takes. */
  public LongTransaction(DSLContext sql) {
    this.sql = sql;
    Database.liftLimits(sql);
    sql.select(field("pg_advisory_xact_lock({0})", inline(LOCK))).fetch();
  }

  /** Called when it turns to other tables. */
  public void startKind() {
    written = 0;
    nextAnalysis = FIRST_ANALYSIS;
  }

  /**
   * Called as it grows. What is known of the tables, and the plans made for them, are of the time
   * when they were small, and nobody but the transaction itself can look at what it wrote.
   */
  public void wrote(long records) {
    written += records;
    if (written >= nextAnalysis) {
      sql.execute(ANALYZE);
      nextAnalysis = written * GROWTH_UNTIL_NEXT;
    }
  }
}
