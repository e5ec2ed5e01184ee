-- The warnings about records: values that are possible, and look wrong. A line names each kind of record, with the
-- records to look at below it, and a line each warning, with the query that finds it among them: the id of the record
-- and a sentence. A query can add another record that the warning is about, the only company that may know of it, and
-- two shapes: then the warning holds only if they overlap. Two kinds can share their queries: TABLE is the table of the
-- kind, and the line of a query for only one kind names it. After a write the service runs these queries for the new
-- ids; verify runs them for all.
--
-- Each lookup reads a limited number of rows, so that a write costs the same however much is recorded. A limit in a
-- subquery, and a subquery that is compared with null, make PostgreSQL use the index that serves them. Dates are
-- compared with the time of the record, so that a warning is the same years later.
--
-- Lines that begin with "-- every:" are a condition on the records that verify looks at. It excludes nearly all of them
-- with one reading of the tables, and none that has the warning.

-- kind: product-transactions payment-transactions
with wanted as (select * from TABLE recorded where id = any(?)),
     recorded as (
       select * from wanted recorded
        where (select id from reversal where reversal.TABLE = recorded.id limit 1) is null)

-- warning: reversed
-- every: false
select wanted.id, format('It was reversed on %s. The reason: %s',
                         (reversal.created_on at time zone ZONE)::date, left(reversal.reason, 200)) as says
  from wanted
 cross join lateral (select * from reversal where reversal.TABLE = wanted.id limit 1) reversal

-- warning: from_partner of product-transactions
-- every: false
-- A draw, a payment and a kept file of origins are answers of the recipient. Nobody can answer within the same write.
select goods.id, goods.destination as reader,
       format('%s recorded it, and the recipient has neither used nor paid the goods. If they did not arrive, the'
              ' recipient can reverse it with a reason.',
              left((select name from company where id = goods.company), 80)) as says
  from recorded goods
 where goods.company <> goods.destination
   and goods.created_on < now()
   and (select id from company where id = goods.destination limit 1) is not null
   and (select child from product_transaction_parent where parent = goods.id limit 1) is null
   and (select id from payment_transaction paid
         where paid.transaction = goods.id and paid.company = goods.destination
         limit 1) is null
   and (select id from origin_file
         where origin_file.product_transaction = goods.id and origin_file.company = goods.destination
         limit 1) is null

-- warning: sale_without_parents of product-transactions
select goods.id, goods.company as reader,
       format('The sale has no parents, but the seller has stock of this product: lot %s with %s left.',
              lot.number, coalesce(trim_scale(lot.remaining) || ' kg', 'an unknown quantity')) as says
  from recorded goods
 cross join lateral (
       select number, remaining
         from (select *
                 from product_transaction lot
                where lot.destination = goods.source
                  and lot.product = goods.product
                  and lot.remaining is distinct from 0
                limit 100) lot
        where lot.id < goods.id
        limit 1) lot
 where goods.company = goods.source
   and (select child from product_transaction_parent where child = goods.id limit 1) is null

-- warning: repeated_invoice_number
-- An invoice of several products is several transactions of one day. The payments for a transaction have its number.
select recorded.id, other.id as other,
       format('%s %s between the same parties has the invoice number %s too.',
              case 'TABLE' when 'payment_transaction' then 'Payment' else 'Transaction' end,
              other.number, left(recorded.invoice_number, 40)) as says
  from recorded
 cross join lateral (
       select id, number
         from (select *
                 from TABLE same
                where lower(same.invoice_number) = lower(recorded.invoice_number)
                limit 20) same
        where same.id < recorded.id
          and (same.company, same.source, same.destination)
              = (recorded.company, recorded.source, recorded.destination)
          and (select one.id
                 from product_transaction one, product_transaction two
                where one.id = same.id and two.id = recorded.id and one.product <> two.product
                  and one.date between two.date - interval '1 day' and two.date + interval '1 day'
                limit 1) is null
          and (select id from reversal where reversal.TABLE = same.id limit 1) is null
        limit 1) other
 where btrim(recorded.invoice_number) <> ''
   and (select id from payment_transaction paid
         where paid.id = recorded.id and paid.transaction is not null
         limit 1) is null

-- warning: future_date
select id, format('Its date is %s, and it was recorded on %s.',
                  (date at time zone ZONE)::date, (created_on at time zone ZONE)::date) as says
  from recorded
 where date > created_on + interval '1 day'

-- warning: old_date
select id, format('Its date is %s, more than two years before it was recorded.',
                  (date at time zone ZONE)::date) as says
  from recorded
 where date < created_on - interval '2 years'

-- warning: overpaid of product-transactions
-- A premium is paid on top of the amount.
-- every: recorded.id in
-- every: (select one.transaction
-- every:    from payment_transaction one
-- every:    join product_transaction paid on paid.id = one.transaction
-- every:   where one.premium is null and one.amount > paid.amount
-- every:  union all
-- every:  select one.transaction from payment_transaction one where one.premium is null group by 1 having count(*) > 1)
select goods.id,
       format('Its payments without premiums add up to %s %s, but its amount is %s.',
              paid.amount, (select code from currency where id = goods.currency), goods.amount) as says
  from recorded goods
 cross join lateral (
       select sum(case when payment.source = goods.destination
                       then payment.amount else -payment.amount end) as amount
         from payment_transaction payment
        where payment.transaction = goods.id
          and payment.premium is null
          and payment.currency is not distinct from goods.currency
          and (select id from reversal where reversal.payment_transaction = payment.id limit 1) is null) paid
 where paid.amount > goods.amount

-- warning: no_amount
-- every: recorded.id in (select id from payment_transaction where amount = 0)
select recorded.id, format('Payment %s is 0: no money moved.', paid.number) as says
  from recorded
 cross join lateral (
       select id, number, amount from payment_transaction
        where 'TABLE' = 'payment_transaction' and id = recorded.id
       union all
       select id, number, amount from payment_transaction
        where 'TABLE' = 'product_transaction' and transaction = recorded.id) paid
 where paid.amount = 0
   and (select id from reversal where reversal.payment_transaction = paid.id limit 1) is null

-- warning: premium_amount
-- every: recorded.id in (select id from payment_transaction where premium is not null)
-- The class PremiumRule has the same rule. A premium that was changed after the payment says nothing about it.
select recorded.id,
       format('Payment %s is %s, but the rule of the premium "%s" gives %s.',
              paid.number, trim_scale(paid.amount), left(premium.name, 80), trim_scale(due.amount)) as says
  from recorded
 cross join lateral (
       select * from payment_transaction
        where 'TABLE' = 'payment_transaction' and id = recorded.id
       union all
       select * from payment_transaction
        where 'TABLE' = 'product_transaction' and transaction = recorded.id) paid
  join premium on premium.id = paid.premium
  left join product_transaction goods on goods.id = paid.transaction
 cross join lateral (
       select case premium.calculation_type
                when 'NORMAL' then premium.amount
                when 'OPTIONS' then (
                  select option.amount
                    from premium_option option
                   where option.premium = premium.id
                     and option.is_active
                     and (option.name = paid.selected_option or option.id::text = lower(paid.selected_option))
                   limit 1)
                when 'RANGE' then (
                  select range.amount
                    from premium_range range
                   where range.premium = premium.id
                     and range.is_active
                     and goods.quantity >= range.min_quantity
                     and (range.max_quantity is null or goods.quantity < range.max_quantity)
                   limit 1)
              end as amount) rate
 cross join lateral (
       select round(
                rate.amount
                * case premium.type
                    when 'PER_TRANSACTION' then 1
                    when 'PER_KG' then goods.quantity
                    when 'PER_UNIT_CURRENCY' then
                      case when goods.currency is not distinct from paid.currency then goods.amount end
                    when 'PER_FARMER' then (select 1 from farmer where id = paid.destination limit 1)
                  end, 6) as amount) due
 where paid.amount <> due.amount
   and (premium.type = 'PER_UNIT_CURRENCY'
        or (select id from company
             where id = premium.owner and currency <> paid.currency
             limit 1) is null)
   and premium.updated_on <= paid.created_on
   and (select id from premium_option
         where premium_option.premium = premium.id and premium_option.updated_on > paid.created_on
         limit 1) is null
   and (select id from premium_range
         where premium_range.premium = premium.id and premium_range.updated_on > paid.created_on
         limit 1) is null
   and (select id from reversal where reversal.payment_transaction = paid.id limit 1) is null

-- warning: unusual_quantity of product-transactions
-- every: exists (select from (select source, product, company, min(quantity) * 100 as least
-- every:                        from product_transaction
-- every:                       where quantity > 0
-- every:                       group by source, product, company) alike
-- every:          where (alike.source, alike.product, alike.company) = (recorded.source, recorded.product, recorded.company)
-- every:            and alike.least <= recorded.quantity)
-- The quantity is at least a hundred times the median of those of the farmer's last 20 deliveries that are alike. Nearly
-- always the last three tell that it is not, and the others need not be read.
select goods.id,
       format('Its quantity is %s, but %s of the last %s deliveries of this product by the farmer had %s or less.',
              goods.quantity, usual.small, usual.count, usual.quantity) as says
  from (select * from recorded goods
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

-- warning: overpaid of payment-transactions
-- every: recorded.transaction in
-- every: (select one.transaction
-- every:    from payment_transaction one
-- every:    join product_transaction paid on paid.id = one.transaction
-- every:   where one.premium is null and one.amount > paid.amount
-- every:  union all
-- every:  select one.transaction from payment_transaction one where one.premium is null group by 1 having count(*) > 1)
select payment.id, goods.id as other,
       format('With it, the payments without premiums for transaction %s add up to %s %s, but its amount is %s.',
              goods.number, paid.amount, (select code from currency where id = goods.currency), goods.amount) as says
  from recorded payment
  join product_transaction goods on goods.id = payment.transaction
 cross join lateral (
       select sum(case when one.source = goods.destination then one.amount else -one.amount end) as amount
         from payment_transaction one
        where one.transaction = goods.id
          and one.id <= payment.id
          and one.premium is null
          and one.currency is not distinct from goods.currency
          and (select id from reversal where reversal.payment_transaction = one.id limit 1) is null) paid
 where payment.source = goods.destination
   and payment.premium is null
   and payment.currency is not distinct from goods.currency
   and paid.amount > goods.amount

-- warning: before_parents of product-transactions
-- every: recorded.id in
-- every: (select draw.child
-- every:    from product_transaction_parent draw
-- every:    join product_transaction goods on goods.id = draw.child
-- every:    join product_transaction lot on lot.id = draw.parent
-- every:   where lot.date > goods.date)
select goods.id, goods.company as reader,
       format('Its date is %s, but its lot %s is of %s.',
              (goods.date at time zone ZONE)::date, lot.number, (lot.date at time zone ZONE)::date) as says
  from recorded goods
 cross join lateral (
       select lot.*
         from product_transaction_parent draw
         join product_transaction lot on lot.id = draw.parent
        where draw.child = goods.id
          and (lot.date at time zone ZONE)::date > (goods.date at time zone ZONE)::date
        order by draw.position
        limit 1) lot

-- warning: unlikely_yield of product-transactions
-- every: recorded.source = recorded.destination
-- Usual is the median of the last 20 times that the company made the product of the same one. It tells from one time on.
-- Of the same product nobody can record more than the lots have.
select goods.id, goods.company as reader,
       format('It has %s kg, %s %% of the %s kg of its lots. Usual for the company is %s %%.',
              trim_scale(goods.quantity), round(100 * goods.yield), trim_scale(goods.source_quantity),
              round(100 * usual.yield)) as says
  from (select recorded.*, recorded.quantity / nullif(recorded.source_quantity, 0) as yield,
               (select case when count(distinct lot.product) = 1 and bool_and(draw.drawn is not null)
                            then min(lot.product::text)::uuid end
                  from product_transaction_parent draw
                  join product_transaction lot on lot.id = draw.parent
                 where draw.child = recorded.id) as origin
          from recorded
         where recorded.source = recorded.destination) goods
 cross join lateral (
       select percentile_disc(0.5) within group (order by earlier.quantity / earlier.source_quantity) as yield
         from (select *
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

-- warning: unusual_price of product-transactions
-- every: exists (select from (select company, product, type, min(amount / quantity) * 10 as least,
-- every:                             max(amount / quantity) / 10 as most
-- every:                        from product_transaction
-- every:                       where quantity > 0 and amount > 0
-- every:                       group by company, product, type) alike
-- every:          where (alike.company, alike.product, alike.type) = (recorded.company, recorded.product, recorded.type)
-- every:            and recorded.quantity > 0
-- every:            and (alike.least <= recorded.amount / recorded.quantity
-- every:                 or alike.most >= recorded.amount / recorded.quantity))
-- Usual is the median of those that are alike among the last 20 transactions of the company, the product and the
-- direction that have a price.
select goods.id, goods.company as reader,
       format('A kilogram costs %s %s, but usual for the company and the product is %s.',
              trim_scale(round(goods.price, 6)), (select code from currency where id = goods.currency),
              trim_scale(round(usual.price, 6))) as says
  from (select recorded.*, recorded.amount / recorded.quantity as price
          from recorded
         where recorded.amount > 0 and recorded.quantity > 0) goods
 cross join lateral (
       select count(*) as count, percentile_disc(0.5) within group (order by price) as price
         from (select *, amount / quantity as price
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

-- warning: same_delivery of product-transactions
-- every: recorded.id in
-- every: (select unnest(array_agg(id))
-- every:    from product_transaction
-- every:   where source in (select id from farmer)
-- every:   group by company, source, destination, product, quantity, (date at time zone ZONE)::date
-- every:  having count(*) > 1)
-- It looks at the last 20 deliveries of the farmer.
select goods.id, other.id as other,
       format('Transaction %s has the same farmer, day, product and quantity.', other.number) as says
  from recorded goods
 cross join lateral (
       select *
         from (select *
                 from product_transaction earlier
                where earlier.source = goods.source and earlier.id < goods.id
                order by earlier.id desc
                limit (select 20)) earlier
        where (earlier.company, earlier.destination, earlier.product, earlier.quantity)
              = (goods.company, goods.destination, goods.product, goods.quantity)
          and (earlier.date at time zone ZONE)::date = (goods.date at time zone ZONE)::date
          and earlier.reversed_on is null
        limit 1) other
 where goods.source in (select id from farmer)

-- warning: same_payment of payment-transactions
-- every: recorded.id in
-- every: (select unnest(array_agg(id))
-- every:    from payment_transaction
-- every:   group by company, source, destination, amount, (date at time zone ZONE)::date
-- every:  having count(*) > 1)
-- It looks at the last 20 payments to the recipient.
select paid.id, other.id as other,
       format('Payment %s has the same parties, day and amount.', other.number) as says
  from recorded paid
 cross join lateral (
       select *
         from (select *
                 from payment_transaction earlier
                where earlier.destination = paid.destination and earlier.id < paid.id
                order by earlier.id desc
                limit (select 20)) earlier
        where (earlier.company, earlier.source, earlier.amount) = (paid.company, paid.source, paid.amount)
          and (earlier.date at time zone ZONE)::date = (paid.date at time zone ZONE)::date
          and earlier.currency is not distinct from paid.currency
          and earlier.premium is not distinct from paid.premium
          and earlier.transaction is not distinct from paid.transaction
          and (select id from reversal where reversal.payment_transaction = earlier.id limit 1) is null
        limit 1) other
