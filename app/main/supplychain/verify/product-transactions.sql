-- The warnings about product transactions: values that are possible, and look wrong. After a write the service runs these
-- statements for the ids, but not `warnings later`, and `warnings with FIELD` only for bodies with the field that did not
-- rule them out. verify runs them for those that may have a warning, and leaves out `warnings later` too.
-- A row has the code of the warning, the id of the record and a sentence. It can have another record that the warning is
-- about, and the only company that may know of it.
--
-- Each lookup reads a limited number of rows, so that a write costs the same however much is recorded. A limit in a
-- subquery, and a subquery that is compared with null, make PostgreSQL use the index that serves them. Dates are
-- compared with the time of the record, so that a warning is the same years later.

-- name: warnings
with goods as (
       select id, company, type, source, destination, product, quantity, amount, currency, date
         from product_transaction
        where id = any(:ids) and reversed_on is null)
-- The quantity is at least a hundred times the median of those of the farmer's last 20 deliveries that are alike. Nearly
-- always the last three tell that it is not, and the others need not be read.
select 'unusual_quantity' as code, goods.id, null::uuid as other, null::uuid as reader,
       format('Its quantity is %s, but %s of the last %s deliveries of this product by the farmer had %s or less.',
              goods.quantity, usual.small, usual.count, usual.quantity) as says
  from (select id, company, source, product, quantity
          from goods
         where (select bool_or(quantity * 100 <= goods.quantity)
                  from (select quantity
                          from product_transaction earlier
                         where earlier.source = goods.source and earlier.id < goods.id
                         order by earlier.id desc
                         limit (select 3)) earlier)) goods
 cross join lateral (
       select count(*) filter (where is_alike) as count,
              count(*) filter (where is_alike and quantity * 100 <= goods.quantity) as small,
              max(quantity) filter (where is_alike and quantity * 100 <= goods.quantity) as quantity
         from (select quantity, product = goods.product and company = goods.company and quantity > 0 as is_alike
                 from product_transaction earlier
                where earlier.source = goods.source and earlier.id < goods.id
                order by earlier.id desc
                limit (select 20)) earlier) usual
 where usual.count >= 3
   and usual.small * 2 >= usual.count
   and goods.source in (select id from farmer)

 union all
-- Usual is the median of those that are alike among the last 20 transactions of the company, the product and the
-- direction that have a price.
select 'unusual_price', goods.id, null, goods.company,
       format('A kilogram costs %s %s, but usual for the company and the product is %s.',
              trim_scale(round(goods.price, 6)), (select code from currency where id = goods.currency),
              trim_scale(round(usual.price, 6)))
  from (select id, company, product, type, currency, amount / quantity as price
          from goods
         where goods.amount > 0 and goods.quantity > 0) goods
 cross join lateral (
       select count(*) as count, percentile_disc(0.5) within group (order by price) as price
         from (select currency, reversed_on, amount / quantity as price
                 from product_transaction earlier
                where earlier.company = goods.company
                  and earlier.product = goods.product
                  and earlier.type = goods.type
                  and earlier.amount > 0
                  and earlier.quantity > 0
                  and earlier.id < goods.id
                order by earlier.id desc
                limit (select 20)) earlier
        where earlier.currency is not distinct from goods.currency
          and earlier.reversed_on is null) usual
 where usual.count >= 3
   and (goods.price >= 10 * usual.price or 10 * goods.price <= usual.price)

 union all
-- It looks at the last 20 deliveries of the farmer.
select 'same_delivery', goods.id, other.id, null,
       format('Transaction %s has the same farmer, day, product and quantity.', other.number)
  from goods
 cross join lateral (
       select id, number
         from (select id, number, company, destination, product, quantity, date, reversed_on
                 from product_transaction earlier
                where earlier.source = goods.source and earlier.id < goods.id
                order by earlier.id desc
                limit (select 20)) earlier
        where (earlier.company, earlier.destination, earlier.product, earlier.quantity,
               (earlier.date at time zone :zone::text)::date)
              = (goods.company, goods.destination, goods.product, goods.quantity, (goods.date at time zone :zone::text)::date)
          and earlier.reversed_on is null
        limit 1) other
 where goods.source in (select id from farmer)

 union all
-- It reads the farmer's transactions with the company, but only if there is an estimate.
select 'over_estimate', goods.id, null, estimate.company,
       format('With it, the farmer delivered %s kg of this product from %s to before %s. The estimate is %s kg.',
              trim_scale(total.quantity), estimate.date_from, estimate.date_before, trim_scale(estimate.quantity))
  from goods
  join estimate on (estimate.farmer, estimate.product, estimate.company) = (goods.source, goods.product, goods.destination)
               and (goods.date at time zone :zone::text)::date >= estimate.date_from
               and (goods.date at time zone :zone::text)::date < estimate.date_before
 cross join lateral (
       select sum(delivery.quantity) as quantity
         from product_transaction delivery
        where delivery.source = goods.source
          and delivery.destination = goods.destination
          and delivery.product = goods.product
          and delivery.id <= goods.id
          and delivery.reversed_on is null
          and (delivery.date at time zone :zone::text)::date >= estimate.date_from
          and (delivery.date at time zone :zone::text)::date < estimate.date_before) total
 where total.quantity > estimate.quantity

-- name: warnings with source
select 'sale_without_parents' as code, goods.id, null::uuid as other, goods.company as reader,
       format('The sale has no parents, but the seller has stock of this product: lot %s with %s left.',
              lot.number, coalesce(trim_scale(lot.remaining) || ' kg', 'an unknown quantity')) as says
  from product_transaction goods
 cross join lateral (
       select number, remaining
         from (select id, number, remaining
                 from product_transaction lot
                where lot.destination = goods.source
                  and lot.product = goods.product
                  and lot.remaining is distinct from 0
                limit 100) lot
        where lot.id < goods.id
        limit 1) lot
 where goods.id = any(:ids)
   and goods.reversed_on is null
   and goods.company = goods.source
   and (select child from product_transaction_parent where child = goods.id limit 1) is null

-- name: warnings with invoice_number
-- An invoice of several products is several transactions of one day.
select 'repeated_invoice_number' as code, goods.id, other.id as other, null::uuid as reader,
       format('Transaction %s between the same parties has the invoice number %s too.',
              other.number, left(goods.invoice_number, 40)) as says
  from product_transaction goods
 cross join lateral (
       select id, number
         from (select id, number, company, source, destination, product, date, reversed_on
                 from product_transaction same
                where lower(same.invoice_number) = lower(goods.invoice_number)
                limit 20) same
        where same.id < goods.id
          and (same.company, same.source, same.destination) = (goods.company, goods.source, goods.destination)
          and (same.product = goods.product
               or same.date not between goods.date - interval '1 day' and goods.date + interval '1 day')
          and same.reversed_on is null
        limit 1) other
 where goods.id = any(:ids)
   and goods.reversed_on is null
   and btrim(goods.invoice_number) <> ''

-- name: warnings with date
with goods as (
       select id, date, created_on
         from product_transaction
        where id = any(:ids) and reversed_on is null)
select 'future_date' as code, id, null::uuid as other, null::uuid as reader,
       format('Its date is %s, and it was recorded on %s.',
              (date at time zone :zone::text)::date, (created_on at time zone :zone::text)::date) as says
  from goods
 where date > created_on + interval '1 day'

 union all
select 'old_date', id, null, null,
       format('Its date is %s, more than two years before it was recorded.', (date at time zone :zone::text)::date)
  from goods
 where date < created_on - interval '2 years'

-- name: warnings with parents
with goods as (
       select id, company, source, destination, product, quantity, source_quantity, date
         from product_transaction
        where id = any(:ids) and reversed_on is null)
select 'before_parents' as code, goods.id, null::uuid as other, goods.company as reader,
       format('Its date is %s, but its lot %s is of %s.',
              (goods.date at time zone :zone::text)::date, lot.number, (lot.date at time zone :zone::text)::date) as says
  from goods
 cross join lateral (
       select lot.number, lot.date
         from product_transaction_parent draw
         join product_transaction lot on lot.id = draw.parent
        where draw.child = goods.id
          and (lot.date at time zone :zone::text)::date > (goods.date at time zone :zone::text)::date
        order by draw.position
        limit 1) lot

 union all
-- Usual is the median of the last 20 times that the company made the product of the same one. It tells from one time on.
-- Of the same product nobody can record more than the lots have.
select 'unlikely_yield', goods.id, null, goods.company,
       format('It has %s kg, %s %% of the %s kg of its lots. Usual for the company is %s %%.',
              trim_scale(goods.quantity), round(100 * goods.yield), trim_scale(goods.source_quantity),
              round(100 * usual.yield))
  from (select id, company, source, product, quantity, source_quantity,
               quantity / nullif(source_quantity, 0) as yield,
               (select case when count(distinct lot.product) = 1 and bool_and(draw.drawn is not null)
                            then min(lot.product::text)::uuid end
                  from product_transaction_parent draw
                  join product_transaction lot on lot.id = draw.parent
                 where draw.child = goods.id) as origin
          from goods
         where goods.source = goods.destination) goods
 cross join lateral (
       select percentile_disc(0.5) within group (order by earlier.quantity / earlier.source_quantity) as yield
         from (select id, quantity, source_quantity, reversed_on
                 from product_transaction earlier
                where earlier.source = goods.source
                  and (earlier.source = earlier.destination) is true
                  and earlier.product = goods.product
                  and earlier.id < goods.id
                order by earlier.id desc
                limit (select 20)) earlier
        where earlier.source_quantity > 0
          and earlier.quantity > 0
          and earlier.reversed_on is null
          and (select case when count(distinct lot.product) = 1 and bool_and(draw.drawn is not null)
                            then min(lot.product::text)::uuid end
                  from product_transaction_parent draw
                  join product_transaction lot on lot.id = draw.parent
                 where draw.child = earlier.id) = goods.origin) usual
 where goods.origin <> goods.product
   and (goods.yield > 2 * usual.yield or goods.yield * 2 < usual.yield)

-- name: warnings with transaction_payments
with goods as (
       select id, destination, amount, currency
         from product_transaction
        where id = any(:ids) and reversed_on is null)
-- A premium is paid on top of the amount.
select 'overpaid' as code, goods.id, null::uuid as other, null::uuid as reader,
       format('Its payments without premiums add up to %s %s, but its amount is %s.',
              total.amount, (select code from currency where id = goods.currency), goods.amount) as says,
       null::json as calculation
  from goods
 cross join lateral (
       select sum(case when payment.source = goods.destination then payment.amount else -payment.amount end) as amount
         from payment_transaction payment
        where payment.transaction = goods.id
          and payment.premium is null
          and payment.currency is not distinct from goods.currency
          and (select id from reversal where reversal.payment_transaction = payment.id limit 1) is null) total
 where total.amount > goods.amount

 union all
-- Of all records, only the payment itself has this warning and the next one.
select 'no_amount', goods.id, null, null, format('Payment %s is 0: no money moved.', payment.number), null
  from goods
  join payment_transaction payment on payment.transaction = goods.id
 where not :of_all
   and payment.amount = 0
   and (select id from reversal where reversal.payment_transaction = payment.id limit 1) is null

 union all
select 'premium_amount', goods.id, null, null, paid.says, paid.calculation
  from goods
  join premium_payments paid on paid.transaction = goods.id
 where not :of_all
   and (select id from reversal where payment_transaction = paid.payment limit 1) is null

-- name: warnings later
select 'reversed' as code, wanted.id, null::uuid as other, null::uuid as reader,
       format('It was reversed on %s. The reason: %s',
              (reversal.created_on at time zone :zone::text)::date, left(reversal.reason, 200)) as says
  from product_transaction wanted
 cross join lateral (select created_on, reason from reversal where reversal.product_transaction = wanted.id limit 1) reversal
 where wanted.id = any(:ids)

 union all
-- A draw, a payment and a kept file of origins are answers of the recipient. Nobody can answer within the same write.
select 'from_partner', goods.id, null, goods.destination,
       format('%s recorded it, and the recipient has neither used nor paid the goods. If they did not arrive, the'
              ' recipient can reverse it with a reason.',
              left((select name from company where id = goods.company), 80))
  from product_transaction goods
 where goods.id = any(:ids)
   and goods.reversed_on is null
   and goods.company <> goods.destination
   and goods.created_on < now()
   and (select id from company where id = goods.destination limit 1) is not null
   and (select child from product_transaction_parent where parent = goods.id limit 1) is null
   and (select id from payment_transaction one
         where one.transaction = goods.id and one.company = goods.destination
         limit 1) is null
   and (select id from origin_file
         where origin_file.product_transaction = goods.id and origin_file.company = goods.destination
         limit 1) is null

-- name: checked
-- The product transactions that may have a warning. A reading of the tables excludes nearly all others. Days are in
-- the time zone of the session.
select id
  from product_transaction goods
 where company = source and not exists (select from product_transaction_parent where child = goods.id)
    or date > created_on + interval '1 day'
    or date < created_on - interval '2 years'
 union
select transaction
  from payment_transaction one
  join product_transaction paid on paid.id = one.transaction
 where one.premium is null and one.amount > paid.amount
 union
select transaction
  from payment_transaction
 where premium is null and transaction is not null
 group by transaction
having count(*) > 1
 union
select unnest(array_agg(id))
  from product_transaction
 where btrim(invoice_number) <> ''
 group by lower(invoice_number), company, source, destination
having count(*) > 1
 union
select goods.id
  from product_transaction goods
  join (select source, product, company, min(quantity) * 100 as least
          from product_transaction
         where quantity > 0
         group by source, product, company) alike using (source, product, company)
 where alike.least <= goods.quantity
 union
select goods.id
  from product_transaction goods
  join (select source, product, min(quantity / source_quantity) * 2 as least, max(quantity / source_quantity) / 2 as most
          from product_transaction
         where source = destination and source_quantity > 0 and quantity > 0
         group by source, product) alike using (source, product)
 where source = destination
   and case when source_quantity > 0
            then quantity / source_quantity > alike.least or quantity / source_quantity < alike.most end
 union
select draw.child
  from product_transaction_parent draw
  join product_transaction goods on goods.id = draw.child
  join product_transaction lot on lot.id = draw.parent
 where lot.date > goods.date
 union
select goods.id
  from product_transaction goods
  join (select company, product, type, min(amount / quantity) * 10 as least, max(amount / quantity) / 10 as most
          from product_transaction
         where quantity > 0 and amount > 0
         group by company, product, type) alike using (company, product, type)
 where case when goods.quantity > 0
            then alike.least <= goods.amount / goods.quantity or alike.most >= goods.amount / goods.quantity end
 union
select unnest(array_agg(id))
  from product_transaction
 where source in (select id from farmer)
 group by company, source, destination, product, quantity, date::date
having count(*) > 1
 union
select goods.id
  from product_transaction goods
  join estimate on (estimate.farmer, estimate.product, estimate.company) = (goods.source, goods.product, goods.destination)
 order by id
