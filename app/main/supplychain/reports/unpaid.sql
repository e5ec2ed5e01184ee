-- The purchases of a company that are not fully paid, the oldest first.
-- name: unpaid
with goods as not materialized (
       select * from product_transaction
        where destination = :company::uuid
          and source <> destination
          and reversed_on is null
          and (:source::uuid is null or source = :source)
          and (:product::uuid is null or product = :product)
          and (:currency::uuid is null or currency = :currency)
          and (:date_from::timestamptz is null or date >= :date_from)
          and (:date_before::timestamptz is null or date < :date_before)),
     paid as (
       select goods.id,
              sum(case when payment.source = :company then payment.amount else -payment.amount end)
                filter (where payment.currency is not distinct from goods.currency) as amount,
              count(*) filter (where payment.currency is distinct from goods.currency) as in_other_currency
         from payment_transaction payment
         join goods on goods.id = payment.transaction
        where payment.premium is null
          and not exists (select from reversal where payment_transaction = payment.id)
        group by goods.id)
select goods.number as "transaction.number", (goods.date at time zone :zone::text)::date as "transaction.day",
       product.name as "transaction.product", goods.quantity as "transaction.kg",
       goods.amount as "transaction.amount", coalesce(paid.amount, 0) as "transaction.paid",
       (now() at time zone :zone)::date - (goods.date at time zone :zone)::date as "transaction.age",
       coalesce(paid.in_other_currency, 0) as "transaction.other_payments",
       party.number as "destination.number", party.name as "destination.name",
       (now() at time zone :zone)::date as date,
       goods.amount - coalesce(paid.amount, 0) as amount, currency.code as currency,
       json_build_object(
         'transaction', goods.id, 'has_premium', false, 'is_reversed', false,
         'currency', goods.currency, 'has_currency', goods.currency is not null) as item,
       to_char(goods.date at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US ') || goods.id as place
  from goods
  left join paid on paid.id = goods.id
  left join parties_seen_by(:company) party on party.id = goods.source
  left join product on product.id = goods.product
  left join currency on currency.id = goods.currency
 where goods.amount > coalesce(paid.amount, 0)
