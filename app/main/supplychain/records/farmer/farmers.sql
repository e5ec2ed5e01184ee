-- The farmers that the callers see. A caller without a company is an operator. The replacement is a number or an id, as in
-- the query "parties" of references.sql.
-- name: lock_farmers
with own_farmer as (
  select farmer.id, buyer, replaced_by
    from farmer join unnest(:ids::uuid[], :companies::uuid[]) as change (id, company) on change.id = farmer.id
   where coalesce(change.company = buyer, true)
   order by farmer.id
     for no key update of farmer)
select id, buyer, coalesce((select number from farmer where id = own_farmer.replaced_by), replaced_by::text) as replacement
  from own_farmer

-- The farmer of a plot cannot move to another company meanwhile. A move changes a key. So the weakest lock is enough, and
-- other changes of the farmer go on.
-- name: lock_farmer_of_plot
select from farmer join plot on plot.farmer = farmer.id
 where plot.id = :part and (:is_operator or farmer.buyer = :company)
   for key share of farmer

-- name: lock_farmer_of_estimate
select from farmer join estimate on estimate.farmer = farmer.id
 where estimate.id = :part and (:is_operator or farmer.buyer = :company)
   for no key update of farmer
