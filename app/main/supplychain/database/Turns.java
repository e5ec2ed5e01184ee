package supplychain.database;

import static supplychain.database.RenderedQuery.parameter;

import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/** Transactions that do the same thing take turns, on whatever instance of the service. */
public final class Turns {
  private static final RenderedQuery TAKE =
      new RenderedQuery(
          DSL.query(
              "select pg_advisory_xact_lock(hashtextextended({0}, 0))", parameter(String.class)));

  private Turns() {}

  /**
   * Waits for the turn, as long as for any lock; it ends with the transaction.
   *
   * @param what they do, which only those have in common that take turns
   */
  public static void take(DSLContext sql, String what) {
    TAKE.list(sql, row -> true, what);
  }
}
