-- The records that bodies name, by their ids.

-- The callers' own farmers do not move to another company until the transaction ends. After a wait
-- for such a move they are as it left them. Those of others are neither found nor locked.
-- name: parties
with own_farmer as (
  select id, buyer, replaced_by from farmer
   where id = any(:ids) and (buyer = any(:companies) or :all) order by id for key share)
select id, buyer as company, false as is_company, (select currency from company where id = own_farmer.buyer),
       (select number from farmer where id = own_farmer.replaced_by) as replacement
  from own_farmer
 union all
select id, id, true, currency, null from company where id = any(:ids)

-- name: products
select id, null::uuid as company from product where id = any(:ids)

-- name: currencies
select id, code from currency where id = any(:ids) or code = any(:codes)

-- name: cards
select card.id, card.company, held.entity as holder,
       case when held.id is null
            then (select max(last.updated_on) from entity_card as last where last.card = card.id) end as free_since
  from card left join entity_card as held on held.card = card.id and held.is_active
 where card.id = any(:ids)

-- name: premiums
select id, owner as company, is_active, (select currency from company where company.id = premium.owner), rule
  from premium where id = any(:ids)

-- name: forms
select id, owner as company, form_type from form where id = any(:ids)

-- name: submissions
select id, company from submission where id = any(:ids)
