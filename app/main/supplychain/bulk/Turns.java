package supplychain.bulk;

import static supplychain.database.RenderedQuery.parameter;

import java.util.Objects;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import supplychain.database.RenderedQuery;
import supplychain.http.Caller;

/**
 * Requests with many records of one company take turns, those of operators likewise: two that have
 * the same lots in opposite orders would roll each other back again and again, and both fail.
 */
final class Turns {
  private static final RenderedQuery TAKE =
      new RenderedQuery(
          DSL.query(
              "select pg_advisory_xact_lock(hashtextextended('many records of ' || {0}, 0))",
              parameter(String.class)));

  private Turns() {}

  /** Waits for the turn, as long as for any lock; it ends with the transaction. */
  static void take(DSLContext sql, Caller caller) {
    TAKE.list(sql, row -> true, Objects.toString(caller.company()));
  }
}
