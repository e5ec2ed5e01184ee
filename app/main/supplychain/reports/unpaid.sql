-- The purchases of a company that are not fully paid, the oldest first. Each purchase looks up its payments by an index, so
-- that a page reads no more purchases than it needs.
-- name: unpaid
with page as (
       select goods.*, payment.*
         from product_transaction goods
        cross join lateral (
              select coalesce(sum(case when source = goods.destination then amount else -amount end)
                                filter (where currency is not distinct from goods.currency), 0) as paid,
                     count(*) filter (where currency is distinct from goods.currency) as in_other_currency
                from payment_transaction payment
               where transaction = goods.id
                 and premium is null
                 and not exists (select from reversal where payment_transaction = payment.id)) payment
        where goods.destination = :company::uuid
          and goods.source <> goods.destination
          and goods.reversed_on is null
          and (:source::uuid is null or goods.source = :source)
          and (:product::uuid is null or goods.product = :product)
          and (:currency::uuid is null or goods.currency = :currency)
          and (:date_from::timestamptz is null or goods.date >= :date_from)
          and (:date_before::timestamptz is null or goods.date < :date_before)
          and goods.amount > payment.paid
          and (:after::text is null
               or (to_char(date at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US ') || id) collate "C" > :after)
        order by date, id
        limit :most)
select page.number as "transaction.number", (page.date at time zone :zone::text)::date as "transaction.day",
       product.name as "transaction.product", page.quantity as "transaction.kg",
       page.amount as "transaction.amount", page.paid as "transaction.paid",
       (now() at time zone :zone)::date - (page.date at time zone :zone)::date as "transaction.age",
       page.in_other_currency as "transaction.other_payments",
       party.number as "destination.number", party.name as "destination.name",
       (now() at time zone :zone)::date as date,
       page.amount - page.paid as amount, currency.code as currency,
       json_build_object(
         'transaction', page.id, 'has_premium', false, 'is_reversed', false,
         'currency', page.currency, 'has_currency', page.currency is not null) as item,
       to_char(page.date at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US ') || page.id as place
  from page
  left join parties_seen_by(:company) party on party.id = page.source
  left join product on product.id = page.product
  left join currency on currency.id = page.currency
