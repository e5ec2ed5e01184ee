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
