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
                         (reversal.created_on at time zone 'UTC')::date, left(reversal.reason, 200)) as says
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
                  (date at time zone 'UTC')::date, (created_on at time zone 'UTC')::date) as says
  from recorded
 where date > created_on + interval '1 day'

-- warning: old_date
select id, format('Its date is %s, more than two years before it was recorded.',
                  (date at time zone 'UTC')::date) as says
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

-- kind: farmers
with wanted as (select * from farmer where id = any(?))

-- warning: same_farmer
select wanted.id, other.id as other,
       format('Farmer %s, %s, has the same %s.',
              other.number, left(concat_ws(' ', other.first_name, other.last_name), 80), other.same) as says
  from wanted
 cross join lateral (
       (select other.*, 'name and phone' as same
          from farmer other
         where other.buyer = wanted.buyer
           and left(translate(other.phone, '+-./() ', ''), 40) = left(translate(wanted.phone, '+-./() ', ''), 40)
           and translate(other.phone, '+-./() ', '') = translate(wanted.phone, '+-./() ', '')
           and lower(other.first_name) = lower(wanted.first_name)
           and lower(coalesce(other.last_name, '')) = lower(coalesce(wanted.last_name, ''))
           and wanted.phone ~ '[0-9]'
           and other.id <> wanted.id
           and other.replaced_by is null
         limit 1)
       union all
       (select other.*, 'identification_no'
          from farmer other
         where other.buyer = wanted.buyer
           and lower(other.identification_no) = lower(wanted.identification_no)
           and btrim(wanted.identification_no) <> ''
           and other.id <> wanted.id
           and other.replaced_by is null
         limit 1)
       union all
       (select other.*, 'reference_number'
          from farmer other
         where other.buyer = wanted.buyer
           and lower(other.reference_number) = lower(wanted.reference_number)
           and btrim(wanted.reference_number) <> ''
           and other.id <> wanted.id
           and other.replaced_by is null
         limit 1)) other
 where wanted.replaced_by is null

-- warning: replaced
-- every: false
select wanted.id, stays.id as other, format('Farmer %s replaced it.', stays.number) as says
  from wanted join farmer stays on stays.id = wanted.replaced_by

-- warning: phone_without_digits
select id, format('The phone "%s" has no digits.', left(phone, 40)) as says
  from wanted
 where btrim(phone) <> ''
   and phone !~ '[[:digit:]]'
   and replaced_by is null

-- warning: spreadsheet_text
select wanted.id, format('"%s" is what a spreadsheet shows in place of a value.', left(text, 40)) as says
  from wanted
 cross join lateral (
       select text
         from unnest(array[first_name, last_name, phone, description, house_name, street, city, sub_province, province,
                           zipcode, country, email, identification_no, reference_number, gender]) text
        where text ~ '^([+-]?[0-9]([.,][0-9]+)?[eE][+][0-9]+|#[¡¿]?[[:upper:]0-9/]+[!?]|#N/[AD]|#NV|##+|Err:[0-9]+)$'
        limit 1) shown

-- kind: plots
-- A plot is far from the nearest other place of its farmer, or from the middle of the places of the company's first
-- fifty farmers. Two orders of the coordinates are measured: as they are, and turned.
with wanted as (
       select plot.*, company as buyer, place_of(plot.geometry) as place
         from plot
        where plot.id = any(?)
          and plot.is_active),
     middle as materialized (
       select buyer.id as buyer,
              point(percentile_cont(0.5) within group (order by place[0]),
                    percentile_cont(0.5) within group (order by place[1])) as place
         from (select distinct buyer as id from wanted) buyer
        cross join lateral (
              select *
                from (select farmer.buyer,
                             coalesce(point(farmer.longitude, farmer.latitude),
                                      (select place_of(plot.geometry)
                                         from plot
                                        where plot.farmer = farmer.id and plot.is_active
                                        order by plot.id
                                        limit 1)) as place
                        from farmer
                       where (farmer.buyer, farmer.id) >= (buyer.id, '00000000-0000-0000-0000-000000000000')
                       order by farmer.buyer, farmer.id
                       limit 50) first
               where first.buyer = buyer.id) first
        where place is not null
        group by buyer.id
       having count(*) >= 3),
     known as (
       select wanted.id, wanted.place as own, other.place, 100 as most, 'the farmer''s nearest other place' as what
         from wanted
        cross join lateral (
              (select place_of(plot.geometry) as place
                 from plot
                where plot.farmer = wanted.farmer and plot.id <> wanted.id and plot.is_active
                order by plot.id
                limit 20)
              union all
              select point(longitude, latitude) from farmer where id = wanted.farmer) other
       union all
       select wanted.id, wanted.place, middle.place, 500, 'the middle of the company''s places'
         from wanted
         join middle on middle.buyer = wanted.buyer),
     far as (
       select distinct on (id) *
         from (select id, most, what,
                      min(km) filter (where not is_turned) as km, min(km) filter (where is_turned) as turned
                 from known
                cross join lateral (values (false, own[0], own[1]), (true, own[1], own[0])) here (is_turned, east, north)
                cross join lateral (
                      select 12742 * asin(least(1, sqrt(
                               power(sind((known.place[1] - north) / 2), 2)
                               + cosd(north) * cosd(known.place[1])
                                 * power(sind((known.place[0] - east) / 2), 2))))) as distance (km)
                where own is not null
                  and known.place is not null
                  and north between -90 and 90
                group by id, most, what) measured
        where km > most
        order by id, turned > most, most)

-- warning: swapped_coordinates
select id, format('The plot is %s km from %s. With latitude and longitude swapped it would be %s km from there.',
                  round(km), what, round(turned)) as says
  from far
 where turned <= most

-- warning: far_plot
select id, format('The plot is %s km from %s.', round(km), what) as says
  from far
 where (turned <= most) is not true

-- warning: overlapping_plot
-- The bounding boxes meet. Of many plots at one place, the first 1,000 are looked at. The geometries that are compared after
-- one write must fit into memory.
select id, other, reader, says, json_build_array(one, two) as shapes
  from (select wanted.id, wanted.buyer as reader, other.id as other,
               wanted.geometry as one, other.geometry as two,
               format('The plot overlaps plot %s of farmer %s',
                      coalesce('"' || left(other.name, 40) || '"', other.id::text), other.number) as says,
               sum(pg_column_size(wanted.geometry) + pg_column_size(other.geometry))
                 over (order by wanted.id, other.id) as bytes
          from wanted
         cross join lateral (
               select near.*, farmer.number
                 from (select * from plot near
                        where box_of(near.geometry) && box_of(wanted.geometry)
                        limit 1000) near
                 join farmer on farmer.id = near.farmer
                where near.company = wanted.company
                  and near.is_active
                  and near.id <> wanted.id
                limit 10) other) pair
 where bytes < 4000000
