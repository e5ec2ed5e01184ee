-- Nothing is overwritten without a trace: the history keeps every change of a record, recorded transactions stay as they
-- are, and clients follow the changes.

create table history (
  id             bigint      generated always as identity primary key,
  at             timestamptz not null default clock_timestamp(),
  transaction    bigint      not null,
  app_user       uuid,
  request        text        not null,
  client_request text,
  kind           text        not null,
  record         uuid        not null,
  part_of        uuid,
  operation      text        not null,
  before         jsonb,
  after          jsonb,
  readers        uuid[]      not null,
  in_company_document boolean not null
);
-- The history of a record, and of its parts.
create index history_record on history (record, id);
create index history_part_of on history (part_of) where part_of is not null;
-- Follow the changes: an operator reads all, everybody else reads the rows with the company, or everybody, in readers.
create index history_feed on history (transaction, id);
create index history_feed_of_first on history ((readers[1]), transaction, id);
create index history_feed_of_second on history ((readers[2]), transaction, id) where readers[2] is not null;
create index history_feed_of_third on history ((readers[3]), transaction, id) where readers[3] is not null;
-- The newest change that can alter the document of a company. A copy of a document is right until the next such change.
create index history_of_company_documents on history (transaction, id) where in_company_document;
create function newest_company_change() returns table (transaction bigint, id bigint) stable language sql as $$
  select h.transaction, h.id
    from history h
   where h.in_company_document
   order by h.transaction desc, h.id desc
   limit 1
$$;
comment on table history is
  'Every change of every record. Append-only; changes that moved to an archive can be deleted. No history of its own.';
comment on column history.transaction is
  'The transaction that made the change: its id in PostgreSQL plus change_feed.earlier.';
comment on column history.app_user is 'The user who made the change; null if it was made without the service.';
comment on column history.request is
  'The service''s id of the request, or the command; for a change without the service, program and database user.';
comment on column history.client_request is 'The X-Request-Id that the client sent; null if it sent none.';
comment on column history.kind is 'The table.';
comment on column history.record is 'The id of the row; for a row that only links, the id of the record whose link it is.';
comment on column history.part_of is 'The record of which the row is a part, such as the farmer of a submission.';
comment on column history.before is 'UPDATE: the old values of the changed columns; DELETE: all values that were not null.';
comment on column history.after is 'UPDATE: the new values of the changed columns; INSERT of a row without an id: all values.';
comment on column history.readers is
  'The companies that can follow the change, first the company that owns the row; all zeros is every company. A farmer '
  'among them, a party of a transaction, has no effect.';
comment on column history.in_company_document is
  'Whether the change can alter the document of a company. False for cards: the version of a document has its card.';

-- The position of this database in the order of transactions. Followers read the changes in the order (transaction, id)
-- below the oldest transaction that is in progress, so that no change ever appears behind a follower. Another cluster
-- counts transactions from its own start: after a move, earlier lifts them above all that came before.
create table change_feed (
  id           boolean primary key default true check (id),
  installation uuid    not null default gen_random_uuid(),
  cluster      bigint  not null,
  earlier      bigint  not null default 0 check (earlier >= 0)
);
comment on table change_feed is 'The state of the feed of changes, in one row. No history: it records nothing of its own.';
comment on column change_feed.installation is 'Part of every cursor. A restore or a move to another cluster renews it.';
comment on column change_feed.cluster is 'The system identifier of the PostgreSQL cluster.';
comment on column change_feed.earlier is 'The number by which history.transaction exceeds the transaction id of PostgreSQL.';

insert into change_feed (cluster) select system_identifier from pg_control_system();

-- Old changes can move to a file (the command history archive). The database lets nobody delete others.
create table history_archive (
  transaction bigint      primary key,
  before      timestamptz not null,
  changes     bigint      not null check (changes > 0),
  file        text        not null,
  created_on  timestamptz not null default now()
);
comment on table history_archive is
  'The files to which old changes moved. Append-only. No history: it says itself when it was made.';
comment on column history_archive.transaction is 'All changes of transactions before this one moved to files.';
comment on column history_archive.before is 'The moment that the command named: no later change moved.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'SC001',
    message = format('%s of %s is refused: what was recorded stays', tg_op, tg_table_name);
end
$$;

-- The erasure of a person (V008) is the one exception. While it runs, it sets supply_chain.erasing. Others can set that too,
-- but it has no effect for a database user who does not own the history.
create function erasing() returns boolean stable language plpgsql as $$
begin
  if coalesce(current_setting('supply_chain.erasing', true), '') = '' then
    return false;
  end if;
  return exists (select from pg_class
                  where oid = 'history'::regclass and pg_has_role(current_user, relowner, 'usage'));
end
$$;

-- The columns of a table by which people can know a farmer.
create function personal(kind text) returns text[] immutable language sql as $$
  select case kind
           when 'farmer' then
             '{number,first_name,last_name,phone,image,description,house_name,street,city,sub_province,province,latitude,
               longitude,zipcode,email,identification_no,reference_number,date_of_birth,gender}'::text[]
           when 'card' then '{card_id,display_id}'
           when 'plot' then '{name,area,measured_area,production_place,geometry}'
           when 'submission' then '{values}'
           when 'submission_value' then '{value}'
           else '{}' end
$$;

-- The values of a row without those by which people can know a farmer.
create function redacted(kind text, row_values jsonb) returns jsonb immutable language sql as $$
  select case when row_values is null then null
              else coalesce((select jsonb_object_agg(key, case when key = any (personal(kind)) and value <> 'null'
                                                               then '"Erased"' else value end)
                               from jsonb_each(row_values)), '{}') end
$$;

-- The values as the history keeps them: an erasure leaves no personal value behind.
create function kept_values(kind text, row_values jsonb) returns jsonb stable language sql as $$
  select case when erasing() then redacted(kind, row_values) else row_values end
$$;

-- The columns that follow from others.
create function derived_columns() returns text[] immutable language sql as $$
  select '{document,document_users,last_draw,rule}'::text[]
$$;

-- The author of a change without the service: the program and the database user.
create function without_service() returns jsonb stable language sql as $$
  select jsonb_build_object('', jsonb_build_array(null, concat_ws(' as ', nullif(current_setting('application_name'), ''),
                                                                  session_user)))
$$;

-- Keeps every change of a table. readers are the companies that can follow a change, as an expression over the row r
-- and over whole.id: the record of which the row is a part, as a column part_of names it. The readers of a transaction can
-- include a farmer: to look up the companies would cost each write more. former_readers can follow an UPDATE besides, as
-- an expression over the former row, too. An INSERT keeps no copy: the first state of a record is the present one without
-- its later changes (first_state). Only the INSERT of a row without an id, which links two records, keeps a copy. born_with
-- is an expression that tells whether a new part came together with its whole. Such a part gets no row: the first state of
-- the whole shows it. in_company_document is an expression that tells whether the change can alter a company's
-- document. A new product alters none: another row must link it first. Values are compared as text: 12.50 and 12.5 have
-- different digits. An UPDATE that sets nothing but updated_on changes nothing. The history leaves out the columns that
-- follow from others (derived_columns). An id never changes, nor does a row without an id.
--
-- The JSON of a row costs more than its update. So the bytes are compared first. If nothing but updated_on changed in any
-- row, the UPDATE changes nothing. A table with an id has this column.
--
-- Each trigger keeps all rows of a statement together: a trigger for each row would read the authors of a whole group again
-- for each row. Both tables of an UPDATE have the same ids. Their join is a full one, because that never compares each row
-- with each other: the plan is that of the first statement of the session, which may have had one row. So no condition may
-- exclude null for a whole row, or PostgreSQL makes the join a left one.
--
-- supply_chain.authors has the user and the ids of the request: of several requests by the ids of their records, and of one
-- under an empty key. So a row never gets the author of another record. A row without an author is refused, because it has
-- no request.
create procedure keep_history_of(kept text, readers text, part_of text[] default '{}',
                                 former_readers text default $r$'{}'::uuid[]$r$, born_with text default 'false',
                                 in_company_document text default 'false')
language plpgsql as $$
declare
  has_id   boolean := exists (select from pg_attribute where attrelid = kept::regclass and attname = 'id');
  whole    text    := coalesce('coalesce(' || (select string_agg('r.' || p, ', ') from unnest(part_of) p) || ')',
                               'null::uuid');
  -- The words in capitals stand for what differs between tables.
  template text    := $template$
    create function keep_TABLE() returns trigger language plpgsql as $body$
    declare
      authors jsonb;
    begin
      if tg_op = 'INSERT' then
        if ANY_NEW then
          READ_AUTHORS
          INSERT_CHANGE, READERS, null, LINK
            from NEW
           cross join AUTHOR;
        end if;
      elsif tg_op = 'DELETE' then
        READ_AUTHORS
        INSERT_CHANGE, READERS,
               kept_values('TABLE', jsonb_strip_nulls(to_jsonb(r)) - (derived_columns() || 'hash'::text)), null
          from removed as r
         cross join lateral (select WHOLE) as whole (id)
         cross join AUTHOR;
      elsif exists (select from removed as former full join added as r on r.id = former.id
                     where (jsonb_populate_record(former, jsonb_build_object('updated_on', r.updated_on)) *= r) is not true)
      then
        READ_AUTHORS
        INSERT_CHANGE, READERS || FORMER, kept_values('TABLE', change.was), change.becomes
          from removed as former
          full join added as r on r.id = former.id
         cross join lateral (select to_jsonb(former), to_jsonb(r) offset 0) as row_values (was, becomes)
         cross join lateral (
               select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, becomes -> key)
                 from jsonb_object_keys(becomes) as key
                where was ->> key is distinct from becomes ->> key
                  and key <> all (derived_columns() || 'updated_on'::text)) as change (was, becomes)
         cross join lateral (select coalesce(FORMER_WHOLE, WHOLE)) as whole (id)
         cross join AUTHOR
         where change.becomes is not null;
      end if;
      return null;
    end $body$
  $template$;
begin
  template := replace(template, 'READ_AUTHORS',
    $authors$authors := coalesce(nullif(current_setting('supply_chain.authors', true), '')::jsonb, without_service());$authors$);
  template := replace(template, 'INSERT_CHANGE',
    $change$insert into history (kind, operation, transaction, app_user, request, client_request, record, part_of,
                             in_company_document, readers, before, after)
        select 'TABLE', tg_op, pg_current_xact_id()::text::bigint + (select earlier from change_feed),
               (author ->> 0)::uuid, author ->> 1, author ->> 2,
               RECORD, PART_OF, IN_DOCUMENT$change$);
  template := replace(template, 'ANY_NEW', case born_with when 'false' then 'true' else 'exists (select from NEW)' end);
  template := replace(template, 'NEW',
    'added as r cross join lateral (select id from (select WHOLE) as whole (id) where not BORN_WITH) as whole');
  template := replace(template, 'AUTHOR',
    $author$lateral (select coalesce(authors -> OWN_ID::text, authors -> whole.id::text, authors -> '')) as by (author)$author$);
  template := replace(template, 'RECORD', case when has_id then 'r.id' else 'whole.id' end);
  template := replace(template, 'PART_OF', case when has_id then 'whole.id' else 'null' end);
  template := replace(template, 'OWN_ID', case when has_id then 'r.id' else 'null' end);
  template := replace(template, 'LINK', case when has_id then 'null' else 'jsonb_strip_nulls(to_jsonb(r))' end);
  template := replace(template, 'FORMER_WHOLE', replace(whole, 'r.', 'former.'));
  template := replace(template, 'FORMER', former_readers);
  template := replace(template, 'READERS', readers);
  template := replace(template, 'BORN_WITH', born_with);
  template := replace(template, 'IN_DOCUMENT', in_company_document);
  template := replace(template, 'WHOLE', whole);
  template := replace(template, 'TABLE', kept);
  execute template;
  execute format('create trigger history_of_new after insert on %1$I referencing new table as added '
                 'for each statement execute function keep_%1$s()', kept);
  execute format('create trigger history_of_end after delete on %1$I referencing old table as removed '
                 'for each statement execute function keep_%1$s()', kept);
  if has_id then
    execute format('create trigger history after update on %1$I referencing old table as removed new table as added '
                   'for each statement execute function keep_%1$s()', kept);
    execute format('create trigger id_stays before update of id on %I execute function refuse_change()', kept);
  else
    execute format('create trigger history before update on %I execute function refuse_change()', kept);
  end if;
  execute format('create trigger refuse_truncate before truncate on %I execute function refuse_change()', kept);
end
$$;

-- The first state of a record, which its INSERT did not copy: its last state with the values before each later change.
-- The hash of a token is left out, so that a reader of the history cannot test guesses of tokens.
create function first_state(kind text, record uuid) returns jsonb stable language plpgsql as $$
declare
  state  jsonb;
  change jsonb;
begin
  select h.before into state
    from history h
   where h.record = first_state.record and h.kind = first_state.kind and h.operation = 'DELETE';
  if state is null then
    execute format('select to_jsonb(r) from %I as r where r.id = $1', kind) into state using record;
  end if;
  for change in
    select h.before
      from history h
     where h.record = first_state.record and h.kind = first_state.kind and h.operation = 'UPDATE'
     order by h.id desc
  loop
    state := state || change;
  end loop;
  if kind = 'submission' then
    state := state || jsonb_build_object('values', first_values(record));
  end if;
  return jsonb_strip_nulls(state || jsonb_build_object('updated_on', state -> 'created_on'))
         - (derived_columns() || 'hash'::text);
end
$$;

-- The values that were recorded together with their submission, by the keys of their fields.
create function first_values(submission uuid) returns jsonb stable language sql as $$
  with born as (
    select v.id
      from submission s join submission_value v on v.submission = s.id and v.created_on = s.created_on
     where s.id = first_values.submission
    union all
    select h.record
      from submission s
      join history h on h.part_of = s.id and h.kind = 'submission_value' and h.operation = 'DELETE'
                    and (h.before ->> 'created_on')::timestamptz = s.created_on
     where s.id = first_values.submission
  )
  select coalesce(jsonb_object_agg(form_field.key, state ->> 'value'), '{}')
    from born, first_state('submission_value', born.id) as state
    join form_field on form_field.id = (state ->> 'field')::uuid
$$;

-- A change as the command history shows it. The history of a changed value does not name its field, so this finds the field
-- by the value. The INSERT of a row with an id keeps no copy of the row.
create function change_document(change history, email text) returns json stable language sql as $$
  select json_build_object(
           'id', change.id,
           'at', to_char(change.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
           'user', change.app_user,
           'email', email,
           'request', change.request,
           'client_request', change.client_request,
           'operation', case change.operation when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'removed' end,
           'kind', change.kind,
           'record', change.record,
           'part_of', change.part_of,
           'field', (
             select form_field.key
               from form_field
              where change.kind = 'submission_value'
                and form_field.id = coalesce(
                      cast(coalesce(change.after, change.before) ->> 'field' as uuid),
                      (select field from submission_value where id = change.record),
                      (select cast(removed.before ->> 'field' as uuid)
                         from history removed
                        where removed.record = change.record and removed.operation = 'DELETE'))),
           'before', change.before,
           'after', case when change.operation = 'INSERT' and change.after is null
                         then first_state(change.kind, change.record) else change.after end)
$$;

call keep_history_of('app_user', $r$'{}'::uuid[]$r$);
call keep_history_of('product', $r$array['00000000-0000-0000-0000-000000000000'::uuid]$r$,
  in_company_document => $r$tg_op <> 'INSERT'$r$);
call keep_history_of('company', 'array[r.id]', in_company_document => 'true');
call keep_history_of('company_member', 'array[r.company]', array['company'], in_company_document => 'true');
call keep_history_of('token', 'array_remove(array[r.company], null)');
call keep_history_of('farmer', 'array[r.buyer]',
  former_readers => $r$case when former.buyer <> r.buyer then array[former.buyer] else '{}' end$r$);
call keep_history_of('card', 'array[r.company]');
call keep_history_of('entity_card',
  $r$r.company || array(select buyer from farmer where farmer.id = whole.id and buyer <> r.company
                        union all
                        select company.id from company where company.id = whole.id and company.id <> r.company)$r$,
  array['entity']);
call keep_history_of('premium', 'array[r.owner]', in_company_document => 'true');
call keep_history_of('premium_option', 'array(select owner from premium where premium.id = whole.id)', array['premium']);
call keep_history_of('premium_range', 'array(select owner from premium where premium.id = whole.id)', array['premium']);
call keep_history_of('field_visibility', 'array[r.company]', array['company'], in_company_document => 'true');
call keep_history_of('form', 'array[r.owner]', in_company_document => 'true');
call keep_history_of('form_field', 'array(select owner from form where form.id = whole.id)', array['form'],
  in_company_document => 'true');
call keep_history_of('field_config', 'array(select owner from form where form.id = whole.id)', array['form'],
  in_company_document => 'true');
call keep_history_of('form_product', 'array(select owner from form where form.id = whole.id)', array['form'],
  in_company_document => 'true');
call keep_history_of('company_product', 'array[r.company]', in_company_document => 'true');
-- A change after the recording and the reversal is a draw. Only those follow it who act for the destination.
call keep_history_of('product_transaction',
  $r$case when r.updated_on > coalesce(r.reversed_on, r.created_on)
          then array(select holder
                       from coalesce((select buyer from farmer where farmer.id = r.destination), r.destination) as holder
                      where holder in (r.company, r.source, r.destination))
          else array_remove(array[r.company, nullif(r.source, r.company), nullif(r.destination, r.company)], null) end$r$);
call keep_history_of('payment_transaction',
  'array_remove(array[r.company, nullif(r.source, r.company), nullif(r.destination, r.company)], null)');
call keep_history_of('submission',
  $r$array_remove(r.company || (select array[nullif(t.source, r.company), nullif(t.destination, r.company)]
                               from product_transaction t where t.id = whole.id)
                            || (select nullif(buyer, r.company) from farmer where farmer.id = whole.id), null)$r$,
  array['farmer', 'product_transaction']);
call keep_history_of('submission_value',
  $r$(select array_remove(array[s.company, nullif(farmer.buyer, s.company)], null)
        from submission s left join farmer on farmer.id = s.farmer
       where s.id = whole.id)$r$,
  array['submission'],
  born_with => 'exists (select from submission s where s.id = whole.id and s.created_on = r.created_on)');
call keep_history_of('plot', 'array[r.company]', array['farmer']);
call keep_history_of('estimate', 'array[r.company]', array['farmer']);
call keep_history_of('reversal',
  $r$array(select company.id from product_transaction t
             join company on company.id in (t.company, t.source, t.destination)
            where t.id = whole.id
           union all
           select company.id from payment_transaction t
             join company on company.id in (t.company, t.source, t.destination)
            where t.id = whole.id)$r$,
  array['product_transaction', 'payment_transaction']);
call keep_history_of('origin_file', 'array_remove(array[r.company], null)', array['product_transaction']);

-- No record ever ends. So the tables that each request writes need no foreign keys: their rows name records that the
-- same transaction has just read. (A foreign key locks the row that it names, and all writers would lock the same few:
-- a company, a user, a currency.) For the same reason no creator and no updater is a foreign key. The command verify checks
-- these references.

create procedure keep_records_of(kept text) language plpgsql as $$
begin
  execute format('create trigger record_stays before delete or update of id on %I execute function refuse_change()', kept);
end
$$;

call keep_records_of('app_user');
call keep_records_of('entity');
call keep_records_of('company');
call keep_records_of('farmer');
call keep_records_of('card');
call keep_records_of('currency');
call keep_records_of('product');
call keep_records_of('premium');
call keep_records_of('form');
call keep_records_of('company_product');
call keep_records_of('form_field');
call keep_records_of('submission');

-- Append-only tables. Only an erasure changes the history: it replaces personal values.

create trigger refuse_truncate before truncate on history execute function refuse_change();
create trigger append_only before update on history
  for each statement when (not erasing()) execute function refuse_change();
create function refuse_loss_of_history() returns trigger language plpgsql as $$
begin
  if exists (select from history_archive archive where archive.transaction > old.transaction) then
    return old;
  end if;
  raise exception using errcode = 'SC001',
    message = 'DELETE of history is refused: only a change that moved to an archive can be deleted';
end
$$;
create trigger append_only_but_archived before delete on history
  for each row execute function refuse_loss_of_history();
create trigger append_only before update or delete or truncate on history_archive execute function refuse_change();
create trigger append_only before update or delete or truncate on product_transaction_parent
  execute function refuse_change();
create trigger append_only before update or delete or truncate on payment_transaction_submission
  execute function refuse_change();
create trigger append_only before update or delete on reversal execute function refuse_change();
create trigger append_only before update or delete on origin_file execute function refuse_change();
create trigger append_only before update or delete or truncate on origin_file_content
  execute function refuse_change();
create trigger append_only before update of hash on token execute function refuse_change();

create trigger append_only before delete or update of
  id, company, type, source, destination, product, amount, quantity, source_quantity, currency, card, number, date,
  invoice_number, verification_latitude, verification_longitude, method, quality_correction, invoice, creator,
  created_on
  on product_transaction execute function refuse_change();
create trigger append_only before delete or update of
  id, company, type, payment_type, source, destination, transaction, premium, selected_option, amount, currency, card,
  number, date, invoice_number, verification_latitude, verification_longitude, method, invoice, creator, created_on
  on payment_transaction execute function refuse_change();

create trigger append_only before update or delete on submission
  for each row when (old.product_transaction is not null) execute function refuse_change();

-- Once for a statement: a trigger for each row would look up the submission of each value by itself.
create function refuse_change_of_recorded_values() returns trigger language plpgsql as $$
begin
  if exists (select from changed
              where (select s.product_transaction from submission s where s.id = changed.submission) is not null) then
    raise exception using errcode = 'SC001',
      message = format('%s of %s is refused: it belongs to a product transaction', tg_op, tg_table_name);
  end if;
  return null;
end
$$;
create trigger append_only after update on submission_value referencing old table as changed
  for each statement execute function refuse_change_of_recorded_values();
create trigger append_only_end after delete on submission_value referencing old table as changed
  for each statement execute function refuse_change_of_recorded_values();
