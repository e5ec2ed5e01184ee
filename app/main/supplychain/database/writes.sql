-- Several requests are recorded together. None of them is the author yet.
-- name: begin_group
select set_config('supply_chain.authors', '{}', true), set_config('lock_timeout', :lock_wait, true),
       set_config('statement_timeout', :statement_time, true)

-- The triggers of the history read this setting, which ends with the transaction.
-- name: tell_authors
select set_config('supply_chain.authors', :authors, true)

-- Refuses a commit whose tokens are not live. It compares with the time of this statement, because the
-- transaction may have waited. The transaction itself can revoke the token.
-- name: require_live
select refuse_token()
 where exists (select from unnest(:tokens::uuid[]) as used (id)
                where not exists (select from token
                                   where token.id = used.id and coalesce(revoked_on = now(), true)
                                     and coalesce(expires_on > clock_timestamp(), true)))

-- Writes a temporary file beside the records, because these rows don't fit into so little memory. PostgreSQL
-- removes the file. A change of a row proves nothing, because it may need no new room.
-- name: write_to_disk
select count(*)
  from set_config('work_mem', '64kB', true) as memory, generate_series(1, 20000 + length(memory)) as row

-- Refuses a transaction that uses known rows, if one of them has another version by now. The same expressions are where
-- these rows are read. A premium has the currency of its company, and the row of a form changes with its fields. The start
-- time of the server is part of a version because somebody can set a PostgreSQL back to an earlier state, which restarts
-- it.
-- name: require_versions
select refuse_assumption()
 where exists (
       select
         from unnest(:ids::uuid[], :versions::text[]) as known (id, version)
        where version is distinct from concat(pg_postmaster_start_time(), coalesce(
              (select concat(premium.xmin, premium.ctid, company.xmin, company.ctid)
                 from premium join company on company.id = owner where premium.id = known.id),
              (select concat(xmin, ctid) from company where company.id = known.id),
              (select concat(xmin, ctid) from form where form.id = known.id),
              (select concat(xmin, ctid) from product where product.id = known.id))))
