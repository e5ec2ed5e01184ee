package supplychain.verify;

import java.util.List;

/** Nobody draws more than a lot has, and the recorded quantities agree with the draws. */
final class StockRules {
  /** The sum of the draws from each lot, without the draws of reversed transactions. */
  private static final String DRAWS =
      """
      with draws as (
        select parent, sum(drawn) as drawn, count(*) filter (where drawn is null) as taken_whole
          from product_transaction_parent draw
         where not exists (select from reversal where product_transaction = draw.child)
         group by parent)
      """;

  static final List<Rule> ALL =
      List.of(
          Rule.that(
              "overdrawn",
              DRAWS
                  + """
                  select array[lot.id],
                         case when lot.quantity is null
                              then format('of unknown quantity, taken whole %s times', taken_whole)
                              else format('%s was drawn of %s', drawn, lot.quantity) end
                    from draws
                    join product_transaction lot on lot.id = draws.parent
                   where draws.drawn > lot.quantity
                      or lot.quantity is null and draws.taken_whole > 1"""),
          Rule.that(
              "draw",
              """
              select array[draw.child, draw.parent],
                     case when draw.drawn is null
                          then 'nobody knows how much was drawn of a lot of ' || lot.quantity
                          else draw.drawn || ' was drawn of a lot of unknown quantity' end
                from product_transaction_parent draw
                join product_transaction lot on lot.id = draw.parent
               where draw.drawn is null and lot.quantity is not null
                  or draw.drawn > 0 and lot.quantity is null"""),
          Rule.that(
              "current-quantity",
              DRAWS
                  + """
                  select array[lot.id],
                         format('%s is said to be left, and %s is',
                                coalesce(lot.remaining::text, 'all'),
                                coalesce(derived.remaining::text, 'all'))
                    from product_transaction lot
                    left join reversal on reversal.product_transaction = lot.id
                    left join draws on draws.parent = lot.id
                   cross join lateral (
                         select case when reversal.id is not null then 0
                                     when lot.quantity is not null
                                     then greatest(lot.quantity - coalesce(draws.drawn, 0), 0)
                                     when draws.taken_whole > 0 then 0 end) as derived (remaining)
                   where lot.remaining is distinct from derived.remaining"""),
          Rule.that(
              "source-quantity",
              """
              select array[goods.id],
                     format('%s is said to have been drawn, and %s was',
                            goods.source_quantity, coalesce(draws.drawn, goods.quantity, 0))
                from product_transaction goods
                left join (select child, coalesce(sum(drawn), 0) as drawn
                             from product_transaction_parent
                            group by child) draws on draws.child = goods.id
               where goods.source_quantity <> coalesce(draws.drawn, goods.quantity, 0)"""),
          Rule.that(
              "moved-quantity",
              """
              select array[goods.id],
                     format('%s was moved, and %s was drawn of the same product',
                            goods.quantity, coalesce(sum(draw.drawn), 0))
                from product_transaction goods
                join product_transaction_parent draw on draw.child = goods.id
                join product_transaction lot on lot.id = draw.parent
               where goods.quantity is not null
               group by goods.id
              having bool_and(lot.product = goods.product)
                 and coalesce(sum(draw.drawn), 0) <> goods.quantity"""));

  private StockRules() {}
}
