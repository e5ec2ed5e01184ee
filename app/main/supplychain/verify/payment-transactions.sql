-- The warnings about payments, written as those about product transactions.

-- name: warnings
with paid as (
       select id, number, company, source, destination, amount, date, currency, premium, transaction
         from payment_transaction one
        where id = any(:ids) and (select id from reversal where reversal.payment_transaction = one.id limit 1) is null)
select 'no_amount' as code, id, null::uuid as other, null::uuid as reader,
       format('Payment %s is 0: no money moved.', number) as says
  from paid
 where amount = 0

 union all
-- It looks at the last 20 payments to the recipient.
select 'same_payment', paid.id, other.id, null, format('Payment %s has the same parties, day and amount.', other.number)
  from paid
 cross join lateral (
       select id, number
         from (select id, number, company, source, amount, date, currency, premium, transaction
                 from payment_transaction earlier
                where earlier.destination = paid.destination and earlier.id < paid.id
                order by earlier.id desc
                limit (select 20)) earlier
        where (earlier.company, earlier.source, earlier.amount, (earlier.date at time zone :zone::text)::date)
              = (paid.company, paid.source, paid.amount, (paid.date at time zone :zone::text)::date)
          and (earlier.currency, earlier.premium, earlier.transaction)
              is not distinct from (paid.currency, paid.premium, paid.transaction)
          and (select id from reversal where reversal.payment_transaction = earlier.id limit 1) is null
        limit 1) other

-- name: warnings with invoice_number
-- The payments for a transaction have its invoice number.
select 'repeated_invoice_number' as code, paid.id, other.id as other, null::uuid as reader,
       format('Payment %s between the same parties has the invoice number %s too.',
              other.number, left(paid.invoice_number, 40)) as says
  from payment_transaction paid
 cross join lateral (
       select id, number
         from (select id, number, company, source, destination
                 from payment_transaction same
                where lower(same.invoice_number) = lower(paid.invoice_number)
                limit 20) same
        where same.id < paid.id
          and (same.company, same.source, same.destination) = (paid.company, paid.source, paid.destination)
          and (select id from reversal where reversal.payment_transaction = same.id limit 1) is null
        limit 1) other
 where paid.id = any(:ids)
   and (select id from reversal where reversal.payment_transaction = paid.id limit 1) is null
   and btrim(paid.invoice_number) <> ''
   and paid.transaction is null

-- name: warnings with date
with paid as (
       select id, date, created_on
         from payment_transaction one
        where id = any(:ids) and (select id from reversal where reversal.payment_transaction = one.id limit 1) is null)
select 'future_date' as code, id, null::uuid as other, null::uuid as reader,
       format('Its date is %s, and it was recorded on %s.',
              (date at time zone :zone::text)::date, (created_on at time zone :zone::text)::date) as says
  from paid
 where date > created_on + interval '1 day'

 union all
select 'old_date', id, null, null,
       format('Its date is %s, more than two years before it was recorded.', (date at time zone :zone::text)::date)
  from paid
 where date < created_on - interval '2 years'

-- name: warnings with premium
select 'premium_amount' as code, payment as id, null::uuid as other, null::uuid as reader, says, calculation
  from premium_payments
 where payment = any(:ids)
   and (select id from reversal where payment_transaction = payment limit 1) is null

-- name: warnings with transaction
select 'overpaid' as code, payment.id, goods.id as other, null::uuid as reader,
       format('With it, the payments without premiums for transaction %s add up to %s %s, but its amount is %s.',
              goods.number, total.amount, (select code from currency where id = goods.currency), goods.amount) as says
  from payment_transaction payment
  join product_transaction goods on goods.id = payment.transaction
 cross join lateral (
       select sum(case when one.source = goods.destination then one.amount else -one.amount end) as amount
         from payment_transaction one
        where one.transaction = goods.id
          and one.id <= payment.id
          and one.premium is null
          and one.currency is not distinct from goods.currency
          and (select id from reversal where reversal.payment_transaction = one.id limit 1) is null) total
 where payment.id = any(:ids)
   and (select id from reversal where reversal.payment_transaction = payment.id limit 1) is null
   and payment.source = goods.destination
   and payment.premium is null
   and payment.currency is not distinct from goods.currency
   and total.amount > goods.amount

-- name: warnings later
select 'reversed' as code, wanted.id, null::uuid as other, null::uuid as reader,
       format('It was reversed on %s. The reason: %s', (reversal.created_on at time zone :zone::text)::date,
              left(reversal.reason, 200)) as says
  from payment_transaction wanted
 cross join lateral (select created_on, reason from reversal where payment_transaction = wanted.id limit 1) reversal
 where wanted.id = any(:ids)

-- name: checked
-- The payments that may have a warning. A reading of the tables excludes nearly all others. Days are in
-- the time zone of the session.
with overpaid (transaction) as (
       select one.transaction
         from payment_transaction one
         join product_transaction paid on paid.id = one.transaction
        where one.premium is null and one.amount > paid.amount
        union
       select transaction from payment_transaction where premium is null group by transaction having count(*) > 1)
select id
  from payment_transaction
 where date > created_on + interval '1 day' or date < created_on - interval '2 years' or amount = 0 or premium is not null
 union
select id from payment_transaction join overpaid using (transaction)
 union
select unnest(array_agg(id)) from payment_transaction
 where btrim(invoice_number) <> ''
 group by lower(invoice_number), company, source, destination
having count(*) > 1
 union
select unnest(array_agg(id)) from payment_transaction
 group by company, source, destination, amount, date::date
having count(*) > 1
 order by id
