-- name: removals
-- For each thing, the statement that removes it, and the statements that create it again.
select 1 as stage,
       format('alter table %s drop constraint %I', conrelid::regclass, conname) as removal,
       null as index,
       format('alter table %s add constraint %I %s',
              conrelid::regclass, conname, pg_get_constraintdef(oid)) as rest,
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
                                       format('using index %I', conname))) end,
       relname
from pg_index
join pg_class on pg_class.oid = indrelid
left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
where relnamespace = current_schema()::regnamespace and relname <> :versions
order by 1
