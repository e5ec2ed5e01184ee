package supplychain.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.verify.Discrepancy.Breach;

/** Goods come from where they were. */
final class LineageRules {
  static final List<Check> ALL =
      List.of(
          new Cycles(),
          Rule.that(
              "parent-destination",
              """
              select array[goods.id, lot.id], 'the source never received its parent'
                from product_transaction_parent draw
                join product_transaction goods on goods.id = draw.child
                join product_transaction lot on lot.id = draw.parent
               where lot.destination <> goods.source"""),
          Rule.that(
              "parents-of-others",
              """
              select array[goods.id], 'who recorded it named lots of another company'
                from product_transaction goods
                join company source on source.id = goods.source
               where source.id <> goods.company
                 and exists (select from product_transaction_parent where child = goods.id)"""),
          Rule.that(
              "reversed-parent",
              """
              select array[lot.product_transaction, draw.child], 'what was reversed is drawn from'
                from reversal lot
                join product_transaction_parent draw on draw.parent = lot.product_transaction
               where draw.drawn is distinct from 0
                 and not exists (select from reversal where product_transaction = draw.child)"""),
          Rule.that(
              "reversal-company",
              """
              select array[reversal.id, recorded.id], 'another company reversed it'
                from reversal
                join (select id, company from product_transaction
                      union all
                      select id, company from payment_transaction) recorded
                  on recorded.id in (reversal.product_transaction, reversal.payment_transaction)
               where recorded.company <> reversal.company"""),
          Rule.that(
              "reversed-twice",
              """
              select array[reversed.id] || array_agg(reversal.id order by reversal.id),
                     'it has more than one reversal'
                from reversal
               cross join lateral unnest(array[product_transaction, payment_transaction])
                     as reversed (id)
               where reversed.id is not null
               group by reversed.id
              having count(*) > 1"""),
          Rule.that(
              "reversal-of-one",
              """
              select array_remove(array[id, product_transaction, payment_transaction], null),
                     'it reverses both or nothing'
                from reversal
               where num_nonnulls(product_transaction, payment_transaction) <> 1"""));

  private LineageRules() {}

  /** No goods come from themselves. */
  private static final class Cycles implements Check {
    private static final int FETCHED_TOGETHER = 10_000;

    /**
     * The draws among which every cycle is. Ids grow with time, so in a cycle somewhere an older
     * transaction draws from a younger one, which else happens only where clocks disagree; all of
     * the cycle lies between the oldest such child and the youngest such parent.
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
      try (Cursor<Record> draws =
          sql.resultQuery(SUSPECTS).fetchSize(FETCHED_TOGETHER).fetchLazy()) {
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
}
