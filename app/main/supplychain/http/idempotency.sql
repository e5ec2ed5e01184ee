-- Notes how many erasures there are, before the transaction reads a record. The trigger erase_late_answer compares the
-- number when the answer is stored.
-- name: note_erasures
select set_config('supply_chain.erasures', (select count(*) from erasure)::text, true)

-- Locks keys until the end of the transaction. Returns the places, from 1, of those that another transaction has locked. It
-- does not wait for them: repeats of a slow request could take every connection.
-- name: lock
select place
  from unnest(:users::uuid[], :companies::uuid[], :keys::text[])
       with ordinality as wanted (app_user, company, key, place)
 where not pg_try_advisory_xact_lock(hashtextextended(concat_ws('/', app_user, company, key), 0))

-- The places of keys that have an answer. As a statement after the lock, it sees the answer of a transaction that has just
-- released its key. A subquery makes PostgreSQL look up each key by the index.
-- name: answered
select place
  from unnest(:users::uuid[], :companies::uuid[], :keys::text[])
       with ordinality as wanted (app_user, company, key, place)
 where (select created_on
          from idempotency_key answer
         where (answer.app_user, answer.company, answer.key) = (wanted.app_user, wanted.company, wanted.key)) >= :oldest

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
