-- Claims keys until the end of the transaction. Returns the places, from 1, of those that another request
-- has claimed, or that have an answer.
-- name: claim
select place
  from unnest(:users::uuid[], :companies::uuid[], :keys::text[])
       with ordinality as claim (app_user, company, key, place)
 where not claims_key(app_user, company, key, :oldest)

-- Finds the answer of the first request, and locks its row. So the commit of a repeat waits for the
-- standby, even if the first request was cut off before the standby had its changes.
-- name: find
select request_hash, status, location, body
  from idempotency_key
 where app_user = :user and company = :company and key = :key and created_on >= :oldest
   for update

-- An answer that is still there, although the key was free, is older than the service keeps it.
-- name: keep
insert into idempotency_key (app_user, company, key, request_hash, status, location, body, created_on)
values (:user, :company, :key, :hash, :status, :location, :body, now())
    on conflict (app_user, company, key) do update
   set request_hash = excluded.request_hash, status = excluded.status, location = excluded.location,
       body = excluded.body, created_on = excluded.created_on

-- name: forget
delete from idempotency_key
 where (app_user, company, key) in
       (select app_user, company, key from idempotency_key where created_on < :oldest::timestamptz limit :most)
