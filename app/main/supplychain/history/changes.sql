-- The changes in the history, in the order of their transactions.

-- name: now
-- The horizon is the oldest transaction in progress, except those of other databases of the same PostgreSQL, which write
-- nothing here. A transaction counts unless it is surely theirs. A standby does not list the transactions in progress, so
-- there all of them count.
select installation,
       (select coalesce(max(transaction), 0) from history_archive) as archived,
       earlier + case when pg_is_in_recovery() then pg_snapshot_xmin(snapshot)::text::bigint
                      else least((select min(mine::text::bigint)
                                    from pg_snapshot_xip(snapshot) mine
                                   where mine::xid not in
                                         (select backend_xid
                                            from pg_stat_activity
                                           where datname <> current_database()
                                             and backend_xid is not null
                                           union all
                                          select transaction
                                            from pg_prepared_xacts
                                           where database <> current_database())),
                                 pg_current_xact_id_if_assigned()::text::bigint,
                                 pg_snapshot_xmax(snapshot)::text::bigint) end as horizon
  from change_feed cross join pg_current_snapshot() snapshot

-- name: renew
-- Numbers new transactions above all in the history, also those of another cluster.
update change_feed
   set installation = gen_random_uuid(),
       cluster = system_identifier,
       earlier = greatest(0, (select coalesce(max(transaction), 0) + 1 from history)
                               - pg_current_xact_id()::text::bigint)
  from pg_control_system()
 where :always or cluster <> system_identifier

-- name: news
-- The readers of the changes from one transaction up to, but not including, another.
select distinct reader
  from history left join lateral unnest(readers) as reader on true
 where transaction >= :from and transaction < :before

-- name: page
-- The changes in some rows, after a position. taken has rows of the history; touched gets a row for each record that
-- such a row changes. The newcomer is the company to which a farmer moved. A record that the company may not read is
-- left out. It matters after a farmer moved: both companies follow the change, but only the old buyer still reads the
-- farmer's cards and submissions, and only the new buyer reads the farmer.
with taken as materialized (
  select history.*, readers[1] = :company::uuid as is_own
    from unnest(:rows::bigint[]) as next (id) join history using (id)
),
kind (kind, resource) as (
  values ('app_user', 'users'), ('product', 'products'), ('company', 'companies'),
         ('company_member', 'company-members'), ('token', 'tokens'), ('farmer', 'farmers'),
         ('card', 'connect-cards'), ('entity_card', 'entity-cards'), ('premium', 'premiums'),
         ('form', 'forms'), ('company_product', 'company-products'), ('submission', 'submissions'),
         ('product_transaction', 'product-transactions'),
         ('payment_transaction', 'payment-transactions'), ('origin_file', 'origin-files'),
         ('estimate', 'estimates')
),
part (kind, resource, field) as (
  values ('field_visibility', 'companies', 'field_visibilties'), ('entity_card', 'companies', 'entity_card'),
         ('entity_card', 'farmers', 'entity_card'), ('submission', 'farmers', 'submission'),
         ('plot', 'farmers', 'plots'), ('form_field', 'forms', 'fields'),
         ('field_config', 'forms', 'field_config'), ('form_product', 'forms', 'products'),
         ('premium_option', 'premiums', 'options'), ('premium_range', 'premiums', 'ranges'),
         ('submission', 'product-transactions', 'submissions'),
         ('submission_value', 'submissions', 'values'), ('erasure', 'farmers', 'erasure'),
         ('reversal', 'product-transactions', 'is_reversed'),
         ('reversal', 'payment-transactions', 'is_reversed')
),
named as (
  select taken.*, resource, taken.record as touched, operation = 'INSERT' as is_new, field, true as is_itself
    from taken join kind using (kind)
    left join lateral (
           select case key when 'app_user' then 'user' when 'remaining' then 'current_quantity'
                            when 'reversed_on' then 'is_reversed' else key end
             from jsonb_object_keys(after) as key
            where operation = 'UPDATE') as one (field) on true
  union all
  select taken.*, resource, coalesce(part_of, (after ->> 'farmer')::uuid, record), false, field, false
    from taken join part using (kind)
   where kind <> 'erasure' or operation = 'INSERT'
  union all
  select taken.*, 'farmers', submission.farmer, false, 'submission', false
    from taken join submission on submission.id = part_of
   where kind = 'submission_value' and submission.farmer is not null
),
touched as (
  select id, transaction, resource, touched as record, is_new, field, is_itself, is_own, readers,
         kind = 'erasure' as is_erased,
         case when kind = 'farmer' and before ->> 'buyer' is not null
              then (after ->> 'buyer')::uuid end as newcomer
    from named
   where is_itself
      or case resource
           when 'companies' then exists (select from company where company.id = touched)
           when 'farmers' then exists (select from farmer where farmer.id = touched)
           when 'product-transactions' then exists (select from product_transaction t where t.id = touched)
           when 'payment-transactions' then exists (select from payment_transaction t where t.id = touched)
           else true end
),
entry as (
  select max(id) as id, transaction, resource, record, bool_or(is_new) as is_new, bool_or(is_erased) as is_erased,
         coalesce(bool_or(newcomer = :company::uuid), false) as appears,
         array_agg(distinct field order by field) filter (where field is not null) as changed
    from touched
   where (:is_operator::boolean
             or case when is_erased then true
                     when resource in ('submissions', 'entity-cards') then is_own
                     when resource in ('farmers', 'companies') and not is_itself
                     then not is_own or cardinality(readers) = 1
                     else true end)
   group by transaction, resource, record
),
page as (
  select * from entry
   where (transaction, id, resource) > (:transaction::bigint, :id::bigint, :resource::text)
   order by transaction, id, resource
   limit :limit
)
select page.transaction, page.id, resource, page.record, json_build_object(
         'resource', resource,
         'id', page.record,
         'path', null,
         'operation', case when is_erased then 'ERASED' when is_new or appears then 'CREATED' else 'CHANGED' end,
         'changed', case when is_erased or is_new or appears then '{}' else coalesce(changed, '{}') end,
         'at', at,
         'user', case when is_shown then app_user end,
         'request_id', case when is_shown then request end,
         'client_request_id', case when is_shown then client_request end)::text as change
  from page join history on history.id = page.id
 cross join lateral (
       select :is_operator::boolean
           or exists (select from company_member
                       where company = :company::uuid and company_member.app_user = history.app_user and is_active))
       as shown (is_shown)
 order by page.transaction, page.id, resource
