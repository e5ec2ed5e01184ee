-- The records that bodies name, by their ids. A later transaction can use a row with a version unread (require_versions in
-- database/writes.sql). A long rule and long fields are read each time, since the service would keep too much. A currency
-- keeps its id and its code, so it has an empty version.

-- The callers' own farmers do not move to another company until the transaction ends. After a wait for such a move they
-- are found as moved. Those of others are neither found nor locked. During a wait, another transaction may add a farmer
-- and replace one of these farmers by it. This statement does not see the added farmer, and returns its id in place of its
-- number.
-- name: parties
with own_farmer as (
  select id, buyer, replaced_by from farmer
   where id = any(:ids) and (buyer = any(:companies) or :all) order by id for key share)
select id, buyer as company, false as is_company, (select currency from company where id = own_farmer.buyer),
       coalesce((select number from farmer where id = own_farmer.replaced_by), replaced_by::text) as replacement,
       null as version
  from own_farmer
 union all
select id, id, true, currency, null, concat(pg_postmaster_start_time(), xmin, ctid) from company where id = any(:ids)

-- Refuses a transaction unless each of these is a farmer of its company, and nobody replaced it. They do not move to
-- another company until the transaction ends.
-- name: require_farmers
with own_farmer as (
  select farmer.id
    from farmer join unnest(:ids::uuid[], :companies::uuid[]) as known (id, company)
      on farmer.id = known.id and farmer.buyer = known.company
   where replaced_by is null
   order by farmer.id
     for key share of farmer)
select refuse_assumption() where (select count(*) from own_farmer) < cardinality(:ids::uuid[])

-- name: products
select id, null::uuid as company, concat(pg_postmaster_start_time(), xmin, ctid) as version
  from product where id = any(:ids)

-- name: currencies
select id, code, '' as version
  from currency where id = any(:ids) or code = any(:codes)

-- name: cards
select card.id, card.company, held.entity as holder,
       case when held.id is null
            then (select max(last.updated_on) from entity_card as last where last.card = card.id) end as free_since,
       null as version
  from card left join entity_card as held on held.card = card.id and held.is_active
 where card.id = any(:ids)

-- name: premiums
select premium.id, owner as company, premium.is_active, currency, rule,
       case when length(rule::text) <= 10000
            then concat(pg_postmaster_start_time(), premium.xmin, premium.ctid, company.xmin, company.ctid) end as version
  from premium join company on company.id = owner
 where premium.id = any(:ids)

-- name: forms
select id, owner as company, form_type, concat(pg_postmaster_start_time(), xmin, ctid) as version
  from form where id = any(:ids)

-- The forms with these ids, and those of these farmers' submissions, if one of the callers sees them.
-- name: forms_with_fields
select id, owner as company, form_type, fields,
       case when length(fields) <= 20000 then concat(pg_postmaster_start_time(), form.xmin, form.ctid) end as version
  from form
 cross join lateral (
       select coalesce(json_agg(field order by position)::text, '[]') as fields
         from (select id, key, type, required, options, position from form_field where form = form.id) as field) as own
 where id = any(:ids || array(select form from submission where farmer = any(:farmers)))
   and (owner = any(:companies) or :all)

-- For the import, which compares values of forms with a file.
-- name: fields
select to_json(field) as field
  from (select id, key, type, required, options from form_field where id = any(:ids)) as field

-- name: submissions
select id, company, null as version from submission where id = any(:ids)
