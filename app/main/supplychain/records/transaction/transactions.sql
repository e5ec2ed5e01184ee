-- Of the sellers of sales without parents, those whose setting requires parents.
-- name: sellers_that_require_parents
select id from company where id = any(:sellers) and requires_parents

-- The lots that transactions with these sources may draw from, locked in the order of their ids, so
-- that two requests for the same lots wait for each other and never deadlock. The remaining quantity
-- comes from the locked row, after the other request's draw.
-- name: lock_lots
select lot.id, number, destination as holder, product, remaining
  from unnest(:parents::uuid[], :sources::uuid[]) as draw (parent, source)
  join product_transaction lot on lot.id = draw.parent and lot.destination = draw.source
 order by lot.id for no key update of lot

-- name: set_remaining
update product_transaction
   set remaining = :remaining, last_draw = greatest(last_draw, :drawn),
       updated_on = greatest(clock_timestamp(), updated_on + interval '1 microsecond')
 where id = :id

-- The transactions that payments name, and how many payments each has.
-- name: paid
select id, source, destination, company, currency, date, invoice_number, verification_latitude,
       verification_longitude, card, quantity, amount,
       (select count(*)
          from (select from payment_transaction
                 where transaction = product_transaction.id limit :most) as paid) as payments
  from product_transaction where id = any(:ids)

-- A transaction and its parents, in the order in which a draw locks them.
-- name: lock_to_reverse
select from product_transaction
 where id in (select :id::uuid union all
              select parent from product_transaction_parent where child = :id)
 order by id for no key update

-- The transactions that draw from one, and are not reversed: first those that the caller sees. A
-- draw of zero took nothing; a draw of an unknown quantity took all.
-- name: children
select number || ' (' || id || ')' as name, is_known, count(*) over () as count
  from product_transaction_parent
  join product_transaction on id = child,
       lateral (select :is_operator or :company in (company, source, destination)) as caller (is_known)
 where parent = :parent and drawn is distinct from 0
   and not exists (select from reversal where reversal.product_transaction = product_transaction.id)
 order by is_known desc, id limit :most

-- A draw from a lot of unknown quantity is null, so the sum makes its quantity unknown again.
-- name: give_back
update product_transaction
   set remaining = remaining + drawn,
       updated_on = greatest(clock_timestamp(), updated_on + interval '1 microsecond')
  from product_transaction_parent
 where child = :child and parent = id and drawn is distinct from 0

-- name: empty_reversed
update product_transaction reversed
   set remaining = 0, updater = :updater, updated_on = moment, reversed_on = moment
  from (select greatest(clock_timestamp(), updated_on + interval '1 microsecond') as moment
          from product_transaction where id = :id) as one
 where id = :id
returning moment
