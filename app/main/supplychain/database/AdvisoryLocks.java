package supplychain.database;

import org.jooq.DSLContext;

/**
 * Advisory locks: transactions that do the same thing run one after the other, on all instances.
 */
public final class AdvisoryLocks {
  private static final RenderedQuery TAKE =
      new RenderedQuery("select pg_advisory_xact_lock(hashtextextended(?, 0))");

  private AdvisoryLocks() {}

  /**
   * Takes the lock before the next query, until the end of the transaction. It waits for the lock
   * as long as for any other.
   *
   * @param what the work that only one transaction may do at a time
   */
  public static void take(DSLContext sql, String what) {
    TAKE.later(sql, what);
  }
}
