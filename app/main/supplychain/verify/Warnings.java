package supplychain.verify;

import java.util.List;

/** Signs of a mistake that can also be right. */
final class Warnings {
  static final List<Rule> ALL =
      List.of(
          // Joined by day, since a join on equal values is fast even if two companies trade every
          // day.
          Rule.warning(
              "twins",
              """
              with goods as (
                select id, company, source, destination, product, quantity, date,
                       floor(extract(epoch from date) / 86400) as day
                  from product_transaction goods
                 where source in (select id from company)
                   and destination in (select id from company)
                   and source <> destination
                   and not exists (select from reversal where product_transaction = goods.id))
              select array[sold.id, bought.id],
                     format('seller and buyer both recorded that %s moved on %s',
                            sold.quantity, sold.date at time zone 'UTC')
                from goods sold
               cross join generate_series(-1, 1) as day (difference)
                join goods bought
                  on bought.source = sold.source
                 and bought.destination = sold.destination
                 and bought.product = sold.product
                 and bought.quantity = sold.quantity
                 and bought.day = sold.day + day.difference
               where sold.company = sold.source
                 and bought.company = bought.destination
                 and bought.date between sold.date - interval '24 hours'
                                     and sold.date + interval '24 hours'"""),
          Rule.warning(
              "paid-for-nothing",
              """
              select array[goods.id] || array_agg(payment.id order by payment.id),
                     format('it is reversed, and what was paid for it is not: %s %s',
                            sum(amount.signed), currency.code)
                from reversal
                join product_transaction goods on goods.id = reversal.product_transaction
                join payment_transaction payment on payment.transaction = goods.id
                left join currency on currency.id = payment.currency
               cross join lateral (
                     select case when payment.source = goods.destination
                                 then payment.amount else -payment.amount end) as amount (signed)
               where not exists (select from reversal where payment_transaction = payment.id)
               group by goods.id, currency.code
              having sum(amount.signed) <> 0"""));

  private Warnings() {}
}
