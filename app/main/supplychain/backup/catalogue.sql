-- What PostgreSQL knows about the tables of the current schema. Flyway keeps the version of the schema in a table of its own.

-- name: tables
select relname::text
  from pg_class
 where relnamespace = current_schema()::regnamespace
   and relkind in ('r', 'p')
   and relname <> 'flyway_schema_history'
 order by relname collate "C"

-- name: columns
select attname::text
  from pg_attribute
 where attrelid = quote_ident(:table)::regclass
   and attnum > 0
   and not attisdropped
   and attgenerated = ''
 order by attnum

-- name: version
select version
  from flyway_schema_history
 where success and version is not null
 order by installed_rank desc
 limit 1

-- name: moves
-- Statements that move the routines, domains, tables and views of the present schema into another.
select format('alter routine %s set schema %I', oid::regprocedure, :schema::text)
  from pg_proc
 where pronamespace = current_schema()::regnamespace
 union all
select format('alter domain %s set schema %I', oid::regtype, :schema::text)
  from pg_type
 where typnamespace = current_schema()::regnamespace and typtype = 'd'
 union all
select format('alter table %s set schema %I', oid::regclass, :schema::text)
  from pg_class
 where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')

-- name: numbers
-- Statements that let each column of numbers continue after its greatest value.
select format('select setval(%L, coalesce(max(%I), 1), max(%I) is not null) from %I',
              pg_get_serial_sequence(quote_ident(table_name), column_name),
              column_name, column_name, table_name)
  from information_schema.columns
 where table_schema = current_schema() and is_identity = 'YES'

-- name: removals
-- For each foreign key, trigger and index, the statement that removes it, the one that creates an index again, and the one that
-- restores everything else.
select removal, index, rest, "table"
  from (
select 1 as stage,
       format('alter table %s drop constraint %I', conrelid::regclass, conname) as removal,
       null as index,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as rest,
       null::name as "table"
  from pg_constraint
 where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0
 union all
select 2,
       format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
       null,
       format('alter table %s enable trigger %I', tgrelid::regclass, tgname),
       null
  from pg_trigger
  join pg_class on pg_class.oid = tgrelid
 where relnamespace = current_schema()::regnamespace and not tgisinternal
 union all
select 3,
       case when contype is null
            then format('drop index %s', indexrelid::regclass)
            else format('alter table %s drop constraint %I', indrelid::regclass, conname) end,
       pg_get_indexdef(indexrelid),
       case when contype is not null
            then format('alter table %s add constraint %I %s', indrelid::regclass, conname,
                        regexp_replace(pg_get_constraintdef(pg_constraint.oid), '[(].*?[)]',
                                       format('using index %I', conname)))
            else (select format('alter index %s alter column %s set statistics %s', indexrelid::regclass, attnum,
                                attstattarget)
                    from pg_attribute
                   where attrelid = indexrelid and attstattarget >= 0) end,
       relname
  from pg_index
  join pg_class on pg_class.oid = indrelid
  left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
 where relnamespace = current_schema()::regnamespace and relname <> 'flyway_schema_history') as thing
 order by stage
