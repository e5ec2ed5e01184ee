-- The summary of a file of origins has the names of the columns.

-- name: same
-- A kept file of this company with the same content and the same summary.
select kept.id
  from origin_file kept, json_populate_record(null::origin_file, :summary::json) wanted
 where kept.product_transaction = wanted.product_transaction
   and kept.company is not distinct from :company::uuid
   and kept.sha256 = wanted.sha256
   and to_jsonb(kept) - '{id,company,creator,updater,created_on,updated_on}'::text[]
       = to_jsonb(wanted) - '{id,company,creator,updater,created_on,updated_on}'::text[]
 order by kept.id
 limit 1

-- name: keep
insert into origin_file
       (id, company, creator, updater, product_transaction, is_complete, net_mass_kg, product, plots, producers, countries,
        bytes, sha256, transactions, blockers, blockers_total, warnings, warnings_total)
select :id, :company::uuid, :user::uuid, :user::uuid, product_transaction, is_complete, net_mass_kg, product, plots, producers,
       countries, bytes, sha256, transactions, blockers, blockers_total, warnings, warnings_total
  from json_populate_record(null::origin_file, :summary::json)
