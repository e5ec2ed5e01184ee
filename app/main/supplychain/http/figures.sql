-- The state of the records in figures, without reading the tables of the records.

-- name: database
select (select version from flyway_schema_history
         where success and version is not null order by installed_rank desc limit 1) as version,
       (select min(installed_on) at time zone 'UTC' from flyway_schema_history) at time zone 'UTC' as installed,
       pg_database_size(current_database()) as bytes

-- name: rows
-- A crash resets PostgreSQL's counters of rows. Then its last estimate is used.
select relname as "table",
       case when pg_stat_get_live_tuples(oid) > 0 then pg_stat_get_live_tuples(oid)
            else greatest(reltuples, 0)::bigint end as rows
  from pg_class
 where relnamespace = current_schema()::regnamespace
   and relname = any (:tables)
 order by relname

-- name: growth
select (pg_database_size(current_database()) - database_bytes)
         / (extract(epoch from now() - finished_on) / 86400)::float8 as bytes_a_day
  from maintenance
 where finished_on between now() - interval '30 days' and now() - interval '1 day'
 order by finished_on
 limit 1

-- name: expiring
select id, role, expires_on
  from token t
 where revoked_on is null and expires_on > now() and expires_on < now() + interval '14 days'
   and not exists (select from token n where n.replaces = t.id)
 order by expires_on

-- name: running
select coalesce(nullif(application_name, ''), 'a program without a name') as program,
       extract(epoch from now() - xact_start)::bigint as seconds
  from pg_stat_activity
 where datname = current_database() and pid <> pg_backend_pid()
   and xact_start < now() - interval '1 second'
 order by xact_start
