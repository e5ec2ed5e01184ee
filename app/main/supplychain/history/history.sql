-- name: kinds
-- The tables with a history.
select relname
  from pg_trigger join pg_class on pg_class.oid = tgrelid
 where tgname = 'history' and relnamespace = current_schema()::regnamespace

-- name: with_parts
-- A record with all its present and past parts, and their parts.
with recursive part (id) as (
  select :record::uuid
  union
  select history.record from history join part on history.part_of = part.id
)
select id from part

-- name: archivable
-- Finds whole transactions, so that no follower of the changes has read half of one.
select bounds.before, bounds.until as "end", count(history.id) as changes
  from (select :before::timestamptz as before,
               least(:horizon::bigint, (select min(transaction) from history where at >= :before::timestamptz)) as until) bounds
  left join history on history.transaction < bounds.until
 group by bounds.before, bounds.until
