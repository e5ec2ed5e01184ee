-- The transactions and draws of a lineage, as far as a company sees them; null is an operator. The statements of one lineage
-- read the same snapshot.

-- name: steps
-- A parent is seen if the company is a party to it or recorded it, or if the child's source is the company or shares its upstream
-- data. If the source is a farmer, the farmer's buyer counts. A child is seen if the company is a party to it or recorded it. A
-- reversed transaction has no parents: the reversal returned the stock to them. "offset 0" forces a lookup by id. Otherwise the
-- planner misjudges the number of rows and may scan the whole table at every step.
with recursive step (id, source, destination) as (
  select id, source, destination
    from product_transaction
   where id = :lot and (:company::uuid is null or :company in (company, source, destination))
   union
  select t.id, t.source, t.destination
    from step
    left join farmer on farmer.id = step.source
    left join company giver on giver.id = coalesce(farmer.buyer, step.source)
   cross join lateral (
           select parent as id from product_transaction_parent where :leads_up and child = step.id
            union all
           select child from product_transaction_parent where not :leads_up and parent = step.id) next
   cross join lateral (
           select id, company, source, destination
             from product_transaction
            where id = next.id
              and not exists (select from reversal where product_transaction = next.id)
           offset 0) t
   where (:leads_up and (giver.shares_upstream or giver.id = :company)
          or :company::uuid is null or :company in (t.company, t.source, t.destination))
     and not exists (select from reversal where product_transaction = step.id))
select id, source, destination from step limit :most

-- name: draws
-- Upwards, also those from parents that the company does not see.
select child, parent, drawn
  from product_transaction_parent
 where child = any(:steps)
   and case when :leads_up
            then not exists (select from reversal where product_transaction in (parent, child))
            else parent in (select unnest(:steps::uuid[])) end
 order by child, position
 limit :most

-- name: parties
-- The parties with these ids. For a farmer who was replaced, it is the farmer that stays: the two are one producer. A farmer's
-- number is null unless the farmer is the company's own, and the name is null unless the company may see it. The ids are
-- values: just after a large import there are no statistics, and a join could take minutes.
select id as named, id, false as is_farmer, null as number, name from company where id = any(:ids)
union all
select named.id, farmer.id, true,
       case when :company::uuid is null or buyer = :company then number end,
       case when :company::uuid is null or buyer = :company or consent_status = 'GRANTED'
            then farmer_name(first_name, last_name) end
  from (select id, coalesce(replaced_by, id) as stays from farmer where id = any(:ids)) named
  join farmer on farmer.id = named.stays
