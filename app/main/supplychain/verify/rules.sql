-- The rules that the records follow. A breach of a rule is a mistake, or a warning of something that can also be right. A
-- query finds the breaches: the ids of the records, and a sentence. Days are in the time zone of the service.

-- Stock: nobody draws more than a lot has, and the recorded quantities agree with the draws.

-- name: mistake overdrawn
select array[lot.id],
       case when lot.quantity is null
            then format('its quantity is unknown, and it was drawn completely %s times', taken_whole)
            else format('%s was drawn from a quantity of %s', drawn, lot.quantity) end
  from draws_of_lots() draws
  join product_transaction lot on lot.id = draws.parent
 where draws.drawn > lot.quantity
    or lot.quantity is null and draws.taken_whole > 1
 order by 1, 2

-- name: mistake draw
select array[draw.child, draw.parent],
       case when draw.drawn is null
            then 'the drawn quantity is unknown, but the lot has a quantity: ' || lot.quantity
            else draw.drawn || ' was drawn from a lot of unknown quantity' end
  from product_transaction_parent draw
  join product_transaction lot on lot.id = draw.parent
 where draw.drawn is null and lot.quantity is not null
    or draw.drawn > 0 and lot.quantity is null
 order by 1, 2

-- name: mistake current-quantity
select array[lot.id],
       format('the recorded remaining quantity is %s, and the draws leave %s',
              coalesce(lot.remaining::text, 'all'),
              coalesce(derived.remaining::text, 'all'))
  from product_transaction lot
  left join reversal on reversal.product_transaction = lot.id
  left join draws_of_lots() draws on draws.parent = lot.id
 cross join lateral (
       select case when reversal.id is not null then 0
                   when lot.quantity is not null
                   then greatest(lot.quantity - coalesce(draws.drawn, 0), 0)
                   when draws.taken_whole > 0 then 0 end) as derived (remaining)
 where lot.remaining is distinct from derived.remaining
 order by 1, 2

-- name: mistake last-draw
select array[lot.id], 'goods of a later date than its last_draw were drawn from it'
  from (select draw.parent, max(child.date) as date
          from product_transaction_parent draw
          join product_transaction child on child.id = draw.child
         where draw.drawn is distinct from 0
           and child.reversed_on is null
         group by draw.parent) latest
  join product_transaction lot on lot.id = latest.parent
 where latest.date <= lot.last_draw is not true
 order by 1

-- name: mistake source-quantity
select array[goods.id],
       format('the recorded drawn quantity is %s, and the draws add up to %s',
              goods.source_quantity, coalesce(draws.drawn, goods.quantity, 0))
  from product_transaction goods
  left join (select child, coalesce(sum(drawn), 0) as drawn
               from product_transaction_parent
              group by child) draws on draws.child = goods.id
 where goods.source_quantity <> coalesce(draws.drawn, goods.quantity, 0)
 order by 1, 2

-- name: mistake moved-quantity
select array[goods.id],
       format('%s was moved, but %s was drawn from lots of the same product',
              goods.quantity, coalesce(sum(draw.drawn), 0))
  from product_transaction goods
  join product_transaction_parent draw on draw.child = goods.id
  join product_transaction lot on lot.id = draw.parent
 where goods.quantity is not null
 group by goods.id
having bool_and(lot.product = goods.product)
   and coalesce(sum(draw.drawn), 0) <> goods.quantity
 order by 1, 2

-- Lineage: no goods come from themselves, a source passes on only lots that it received, and a reversal belongs to
-- one record.

-- name: mistake cycle
-- Ids grow with time. So the oldest transaction of a cycle draws from a younger one, which otherwise happens only if
-- clocks disagree. The walk from there to the origins needs no transaction that is older than the first.
with recursive walk (child, parent, id) as (
  select child, parent, parent from product_transaction_parent where parent >= child
  union
  select walk.child, walk.parent, draw.parent
    from walk
   cross join lateral (select parent from product_transaction_parent where child = walk.id offset 0) draw
   where draw.parent >= walk.child and walk.id <> walk.child)
select case when child = parent then array[child] else array[child, parent] end,
       case when child = parent then 'it is its own parent'
            else 'each of the two came from the other' end
  from walk
 where id = child
 order by 1, 2

-- name: mistake parent-destination
select array[goods.id, lot.id], 'the source never received its parent'
  from product_transaction_parent draw
  join product_transaction goods on goods.id = draw.child
  join product_transaction lot on lot.id = draw.parent
 where lot.destination <> goods.source
 order by 1, 2

-- name: mistake parents-of-others
select array[goods.id], 'it has parents, but its source did not record it'
  from product_transaction goods
  join company source on source.id = goods.source
 where source.id <> goods.company
   and exists (select from product_transaction_parent where child = goods.id)
 order by 1, 2

-- name: mistake reversed-parent
select array[lot.product_transaction, draw.child], 'the second draws from the first, which is reversed'
  from reversal lot
  join product_transaction_parent draw on draw.parent = lot.product_transaction
 where draw.drawn is distinct from 0
   and not exists (select from reversal where product_transaction = draw.child)
 order by 1, 2

-- name: mistake reversal-company
select array[reversal.id, recorded.id], 'another company reversed it'
  from reversal
  join (select id, array[company, destination] as allowed from product_transaction
        union all
        select id, array[company] from payment_transaction) recorded
    on recorded.id in (reversal.product_transaction, reversal.payment_transaction)
 where reversal.company <> all (recorded.allowed)
 order by 1, 2

-- name: mistake reversed-on
select array[lot.id], 'its reversed_on is not the time of its reversal'
  from product_transaction lot
  left join reversal on reversal.product_transaction = lot.id
 where lot.reversed_on is distinct from reversal.created_on
 order by 1, 2

-- name: mistake reversed-twice
select array[reversed.id] || array_agg(reversal.id order by reversal.id),
       'it has more than one reversal'
  from reversal
 cross join lateral unnest(array[product_transaction, payment_transaction])
       as reversed (id)
 where reversed.id is not null
 group by reversed.id
having count(*) > 1
 order by 1, 2

-- name: mistake reversal-of-one
select array_remove(array[id, product_transaction, payment_transaction], null),
       'it must reverse either a product transaction or a payment'
  from reversal
 where num_nonnulls(product_transaction, payment_transaction) <> 1
 order by 1, 2

-- Parties: every transaction and payment has allowed parties. A farmer may have moved to another buyer since
-- then, so no rule compares a transaction with the present buyer.

-- name: mistake recorder
select array[recorded.id], 'the company that recorded it is not a party'
  from transactions_and_payments() recorded
 where company not in (source, destination)
   and exists (select from company where id in (source, destination))
 order by 1, 2

-- name: mistake direction
select array[id], 'it is ' || type || ' for the company that recorded it'
  from transactions_and_payments() recorded
 where (type = 'OUTGOING') <> (source = company)
 order by 1, 2

-- name: mistake same-party
select array[id], 'source and destination are the same'
  from transactions_and_payments() recorded
 where source = destination and not may_be_within_one
 order by 1, 2

-- name: mistake card-holder
select array[id, card], 'neither party ever held the card'
  from transactions_and_payments() recorded
 where card is not null
   and not exists (select from entity_card held
                    where held.card = recorded.card
                      and held.entity in (source, destination))
 order by 1, 2

-- name: mistake payment-parties
select array[payment.id, goods.id], 'the parties are not those of the transaction'
  from payment_transaction payment
  join product_transaction goods on goods.id = payment.transaction
 where (payment.source, payment.destination) <> (goods.source, goods.destination)
   and (payment.destination, payment.source) <> (goods.source, goods.destination)
 order by 1, 2

-- name: mistake payment-type
select array[id], 'its type is ' || coalesce(payment_type, 'none')
  from payment_transaction
 where payment_type is distinct from
       nullif(concat_ws('_', case when transaction is not null then 'TRANSACTION' end,
                             case when premium is not null then 'PREMIUM' end), '')
 order by 1, 2

-- name: mistake premium-owner
select array[payment.id, premium.id], 'neither party owns the premium'
  from payment_transaction payment
  join premium on premium.id = payment.premium
 where premium.owner not in (payment.source, payment.destination)
 order by 1, 2

-- name: mistake premium-option
select array[payment.id], 'its premium does not have the selected option'
  from payment_transaction payment
 where payment.selected_option is not null
   and not exists (select from premium_option option
                    where option.premium = payment.premium
                      and (option.name = payment.selected_option
                           or option.id::text = lower(payment.selected_option)))
   and not exists (select from history renamed
                    where renamed.part_of = payment.premium
                      and renamed.kind = 'premium_option'
                      and renamed.before ->> 'name' = payment.selected_option)
   and not exists (select from history_archive archive where payment.created_on < archive.before)
 order by 1, 2

-- name: mistake payment-submission
select array[payment.id, submission.id], 'the form was filled in for another company'
  from payment_transaction_submission link join payment_transaction payment on payment.id = link.payment_transaction
  join submission on submission.id = link.submission
 where submission.company <> payment.company
 order by 1, 2

-- Records refer to existing records of their own company.

-- name: mistake entity
select array[entity.id], 'it is marked as a ' || lower(entity.kind) || ', but that record is missing, or there are two'
  from entity
  left join farmer on farmer.id = entity.id
  left join company on company.id = entity.id
 where (entity.kind = 'FARMER') <> (farmer.id is not null)
    or (entity.kind = 'COMPANY') <> (company.id is not null)
 order by 1, 2

-- name: mistake load-ref
with loaded (kind, id) as (
  select 'users', id from app_user
  union all select 'companies', id from company
  union all select 'members', id from company_member
  union all select 'products', id from product
  union all select 'premiums', id from premium
  union all select 'forms', id from form
  union all select 'company-products', id from company_product
  union all select 'visibilities', id from field_visibility
  union all select 'cards', id from card
  union all select 'farmers', id from farmer
  union all select 'plots', id from plot
  union all select 'estimates', id from estimate
  union all select 'transactions', id from product_transaction
  union all select 'payments', id from payment_transaction)
select array[id], format('%s/%s of a loaded file refers to a record that does not exist', kind, ref)
  from load_ref
 where not exists (select from loaded
                    where loaded.kind = load_ref.kind and loaded.id = load_ref.id)
 order by 1, 2

-- name: mistake active-cards
select array[held.id] || array_agg(entity_card.id order by entity_card.id),
       'a card has several holders, or a holder has several cards'
  from entity_card
 cross join lateral unnest(array[card, entity]) as held (id)
 where is_active
 group by held.id
having count(*) > 1
 order by 1, 2

-- name: mistake replaced-farmer
select array[replaced.id, stays.id], 'the second replaced the first, and ' || flaw
  from farmer replaced
  join farmer stays on stays.id = replaced.replaced_by
 cross join lateral (
       select 'was replaced too' where stays.replaced_by is not null
       union all
       select 'is a farmer of another company' where stays.buyer <> replaced.buyer
       union all
       select 'the first still holds a card'
        where exists (select from entity_card where entity = replaced.id and is_active)
       union all
       select 'the first still has an active plot'
        where exists (select from plot where farmer = replaced.id and is_active)) as found (flaw)
 order by 1, 2

-- name: mistake card-company
select array[held.entity, card.id], 'it holds the card of another company'
  from entity_card held
  join card on card.id = held.card
  left join farmer on farmer.id = held.entity
 where held.is_active and card.company <> coalesce(farmer.buyer, held.entity)
    or held.company <> card.company
 order by 1, 2

-- name: mistake origin-file
select array[file.id], 'its content changed after it was kept'
  from origin_file file
  left join origin_file_content kept on kept.origin_file = file.id
 where kept.content is null
    or length(kept.content) <> file.bytes
    or encode(sha256(kept.content), 'hex') <> file.sha256
 order by 1, 2

-- name: mistake premium-range
select array[one.premium, one.id, other.id], 'the two ranges overlap'
  from premium_range one
  join premium_range other on other.premium = one.premium and other.id > one.id
 where one.is_active
   and other.is_active
   and one.min_quantity < coalesce(other.max_quantity, 'Infinity')
   and other.min_quantity < coalesce(one.max_quantity, 'Infinity')
 order by 1, 2

-- name: mistake submission
select array[submission.id], 'the form has the wrong type for this record'
  from submission
  join form on form.id = submission.form
  left join farmer on farmer.id = submission.farmer
  left join product_transaction goods on goods.id = submission.product_transaction
 where submission.company <> form.owner
    or submission.company <> coalesce(farmer.buyer, goods.company, form.owner)
    or farmer.id is not null and form.form_type <> 'FARMER'
    or goods.id is not null and form.form_type <> 'TRANSACTION'
 order by 1, 2

-- name: mistake submission-value
select array[value.submission, value.field], 'the field belongs to another form'
  from submission_value value join submission on submission.id = value.submission
  join form_field field on field.id = value.field
 where field.form <> submission.form
 order by 1, 2

-- name: mistake company-product
select array[handled.id, named.id], 'the form is not there, belongs to another company, or is for farmers'
  from company_product handled
 cross join unnest(handled.forms) as named (id)
  left join form on form.id = named.id
 where (form.owner = handled.company and form.form_type in ('PRODUCT', 'TRANSACTION')) is not true
union all
select array[handled.id, named.id], 'the premium is not there, or belongs to another company'
  from company_product handled
 cross join unnest(handled.premiums) as named (id)
  left join premium on premium.id = named.id
 where (premium.owner = handled.company) is not true
union all
select array[handled.id], 'it names a form or a premium twice'
  from company_product handled
 where cardinality(forms || premiums) > (select count(distinct id) from unnest(forms || premiums) as named (id))
 order by 1, 2

-- Signs of a mistake that can also be right.

-- name: warning twins
-- Joined by day, since a join on equal values is fast even if two companies trade every day.
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
              sold.quantity, sold.date::date)
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
                       and sold.date + interval '24 hours'
 order by 1, 2

-- name: warning paid-for-nothing
select array[goods.id] || array_agg(payment.id order by payment.id),
       format('it is reversed, but payments for it are not: %s %s',
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
having sum(amount.signed) <> 0
 order by 1, 2
