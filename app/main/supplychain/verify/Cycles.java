package supplychain.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.verify.Discrepancy.Breach;

/** No goods come from themselves. */
final class Cycles implements Check {
  private static final int FETCHED_TOGETHER = 10_000;

  /**
   * The draws among which every cycle is. Ids grow with time, so in a cycle somewhere an older
   * transaction draws from a younger one, which else happens only where clocks disagree; all of the
   * cycle lies between the oldest such child and the youngest such parent.
   */
  private static final String SUSPECTS =
      """
      with backwards as (
        select child, parent from product_transaction_parent where parent >= child),
      span as (
        select (select child from backwards order by child limit 1) as first,
               (select parent from backwards order by parent desc limit 1) as last)
      select child, parent
        from product_transaction_parent, span
       where child between first and last
         and parent between first and last
       order by child, parent""";

  @Override
  public Discrepancy run(DSLContext sql) {
    LineageCheck lineage = new LineageCheck();
    try (Cursor<Record> draws = sql.resultQuery(SUSPECTS).fetchSize(FETCHED_TOGETHER).fetchLazy()) {
      for (Record draw : draws) {
        lineage.add(draw.get("child", UUID.class), draw.get("parent", UUID.class));
      }
    }
    List<Breach> named = new ArrayList<>();
    List<List<UUID>> cycles = lineage.cycles();
    for (List<UUID> cycle : cycles.subList(0, Math.min(cycles.size(), Discrepancy.MOST_NAMED))) {
      named.add(new Breach(cycle, "each draws from the next, and the last from the first"));
    }
    return new Discrepancy("cycle", false, cycles.size(), named);
  }
}
