package supplychain.ingest;

import static java.util.stream.Collectors.joining;
import static supplychain.schema.Tables.HISTORY;

import org.jooq.DSLContext;
import org.jooq.Table;
import supplychain.database.Database;
import supplychain.schema.Public;

/** A transaction that writes many records: it has no time limits, and analyzes its tables. */
public final class LongTransaction {
  private static final long FIRST_ANALYSIS = 1_000;
  private static final long GROWTH_UNTIL_NEXT = 8;

  /** Every table except the history, which no load reads. */
  private static final String ANALYZE =
      Public.PUBLIC
          .tableStream()
          .filter(table -> table != HISTORY)
          .map(Table::getName)
          .collect(joining(", ", "analyze ", ""));

  private final DSLContext sql;
  private long written;
  private long nextAnalysis = FIRST_ANALYSIS;

  /** Lifts the limits of this transaction, and waits for other loads and imports. */
  public LongTransaction(DSLContext sql) {
    this.sql = sql;
    Database.liftLimits(sql);
    Database.lock(sql, "load");
  }

  /** The next records go into other tables. */
  public void startKind() {
    written = 0;
    nextAnalysis = FIRST_ANALYSIS;
  }

  /**
   * The transaction has written these records. PostgreSQL planned its queries when the tables were
   * small, and only this transaction can see and analyze the new rows.
   */
  public void wrote(long records) {
    written += records;
    if (written >= nextAnalysis) {
      sql.execute(ANALYZE);
      nextAnalysis = written * GROWTH_UNTIL_NEXT;
    }
  }
}
