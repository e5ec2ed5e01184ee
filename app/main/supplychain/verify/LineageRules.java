package supplychain.verify;

import java.util.List;

/** A source can only pass on lots that it received, and a reversal belongs to one record. */
final class LineageRules {
  static final List<Rule> ALL =
      List.of(
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
}
