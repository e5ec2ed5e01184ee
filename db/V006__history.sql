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
  readers        uuid[]      not null check (cardinality(readers) <= 3)
);
-- The history of a record, and of its parts.
create index history_record on history (record, id);
create index history_part_of on history (part_of) where part_of is not null;
-- Follow the changes: an operator reads all, everybody else reads the rows with the company, or everybody, in readers.
create index history_feed on history (transaction, id);
create index history_feed_of_first on history ((readers[1]), transaction, id);
create index history_feed_of_second on history ((readers[2]), transaction, id) where readers[2] is not null;
create index history_feed_of_third on history ((readers[3]), transaction, id) where readers[3] is not null;
comment on table history is
  'Every change of every record. Append-only: UPDATE, DELETE and TRUNCATE are refused. No history of its own.';
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
comment on column history.after is 'UPDATE: the new values of the changed columns; INSERT: all values that are not null.';
comment on column history.readers is
  'The companies that can follow the change, first the company that owns the row; all zeros is every company.';

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

-- The companies that can follow a change of a row of a table. Parent is the record of which the row is a part.
create function readers_of(kind text, row_now jsonb, parent uuid) returns uuid[] stable language plpgsql as $$
declare
  owner uuid := coalesce(row_now ->> 'company', row_now ->> 'owner');
begin
  case kind
    when 'app_user' then
      return '{}';
    when 'product' then
      return array['00000000-0000-0000-0000-000000000000'::uuid];
    when 'company' then
      return array[(row_now ->> 'id')::uuid];
    when 'farmer' then
      return array[(row_now ->> 'buyer')::uuid];
    when 'plot' then
      return array(select buyer from farmer where farmer.id = parent);
    when 'form_field', 'field_config', 'form_product' then
      return array(select form.owner from form where form.id = parent);
    when 'premium_option', 'premium_range' then
      return array(select premium.owner from premium where premium.id = parent);
    when 'company_product_form', 'company_product_premium' then
      return array(select company from company_product where company_product.id = parent);
    when 'entity_card' then
      return owner || array(select buyer from farmer where farmer.id = parent and buyer <> owner
                            union all
                            select company.id from company where company.id = parent and company.id <> owner);
    when 'product_transaction', 'payment_transaction' then
      return array(select company.id from company
                    where company.id in (owner, (row_now ->> 'source')::uuid, (row_now ->> 'destination')::uuid));
    when 'reversal' then
      return array(select company.id from product_transaction t
                     join company on company.id in (t.company, t.source, t.destination)
                    where t.id = parent
                   union all
                   select company.id from payment_transaction t
                     join company on company.id in (t.company, t.source, t.destination)
                    where t.id = parent);
    when 'submission' then
      return owner || array(select buyer from farmer where farmer.id = parent and buyer <> owner
                            union all
                            select company.id from product_transaction t
                              join company on company.id in (t.company, t.source, t.destination)
                             where t.id = parent and company.id <> owner);
    when 'submission_value' then
      return (select array_remove(array[s.company, nullif(farmer.buyer, s.company)], null)
                from submission s left join farmer on farmer.id = s.farmer
               where s.id = parent);
    else
      return array_remove(array[owner], null);
  end case;
end
$$;

-- The arguments are the columns that may name the record of which the row is a part. Values are compared as text: 12.50
-- and 12.5 have different digits. An UPDATE that sets nothing but updated_on changes nothing. The hash of a token is left
-- out, so that a reader of the history cannot test guesses of tokens.
create function keep_history() returns trigger language plpgsql as $$
declare
  was     jsonb;
  becomes jsonb;
  whole   jsonb;
  state   jsonb;
  id      uuid;
  owner   uuid;
  readers uuid[];
begin
  if tg_op = 'INSERT' then
    becomes := jsonb_strip_nulls(to_jsonb(new));
    whole := becomes;
  elsif tg_op = 'DELETE' then
    was := jsonb_strip_nulls(to_jsonb(old));
    whole := was;
  else
    whole := to_jsonb(old);
    becomes := to_jsonb(new);
    select jsonb_object_agg(o.key, whole -> o.key), jsonb_object_agg(o.key, becomes -> o.key)
      into was, becomes
      from jsonb_each_text(whole) o
     where o.value is distinct from becomes ->> o.key and o.key <> 'updated_on';
    if was is null then
      return null;
    end if;
  end if;
  if tg_table_name = 'token' then
    was := was - 'hash';
    becomes := becomes - 'hash';
  end if;
  id := whole ->> 'id';
  owner := coalesce(whole ->> tg_argv[0], whole ->> tg_argv[1]);
  state := whole || coalesce(becomes, '{}');
  readers := readers_of(tg_table_name, state,
                        coalesce(owner, (state ->> tg_argv[0])::uuid, (state ->> tg_argv[1])::uuid));
  if tg_table_name = 'farmer' and was ? 'buyer' then
    readers := readers || (was ->> 'buyer')::uuid;
  end if;
  insert into history (transaction, app_user, request, client_request, kind, record, part_of, operation, before, after,
                       readers)
  values (pg_current_xact_id()::text::bigint + (select earlier from change_feed),
          nullif(current_setting('supply_chain.app_user', true), '')::uuid,
          coalesce(nullif(current_setting('supply_chain.request', true), ''),
                   concat_ws(' as ', nullif(current_setting('application_name'), ''), session_user)),
          nullif(current_setting('supply_chain.client_request', true), ''),
          tg_table_name, coalesce(id, owner), case when id is not null then owner end, tg_op, was, becomes, readers);
  return null;
end
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'SC001',
    message = format('%s of %s is refused: what was recorded stays', tg_op, tg_table_name);
end
$$;

-- Keeps every change of a table. The columns part_of may name the record of which a row is a part. TRUNCATE is refused,
-- because it names no rows.
create procedure keep_history_of(kept text, variadic part_of text[] default '{}') language plpgsql as $$
begin
  execute format('create trigger history after insert or update or delete on %I for each row execute function '
                 'keep_history(%s)', kept, (select string_agg(quote_literal(p), ', ') from unnest(part_of) p));
  execute format('create trigger refuse_truncate before truncate on %I execute function refuse_change()', kept);
end
$$;

call keep_history_of('app_user');
call keep_history_of('product');
call keep_history_of('company');
call keep_history_of('company_member', 'company');
call keep_history_of('token');
call keep_history_of('farmer');
call keep_history_of('card');
call keep_history_of('entity_card', 'entity');
call keep_history_of('premium');
call keep_history_of('premium_option', 'premium');
call keep_history_of('field_visibility', 'company');
call keep_history_of('form');
call keep_history_of('form_field', 'form');
call keep_history_of('field_config', 'form');
call keep_history_of('form_product', 'form');
call keep_history_of('company_product');
call keep_history_of('company_product_form', 'company_product');
call keep_history_of('company_product_premium', 'company_product');
call keep_history_of('product_transaction');
call keep_history_of('submission', 'farmer', 'product_transaction');
call keep_history_of('submission_value', 'submission');
call keep_history_of('payment_transaction');
call keep_history_of('premium_range', 'premium');
call keep_history_of('plot', 'farmer');
call keep_history_of('reversal', 'product_transaction', 'payment_transaction');
call keep_history_of('origin_file', 'product_transaction');

-- Append-only tables.

create trigger append_only before update or delete or truncate on history execute function refuse_change();
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

create function refuse_change_of_recorded_value() returns trigger language plpgsql as $$
begin
  if exists (select from submission s where s.id = old.submission and s.product_transaction is not null) then
    raise exception using errcode = 'SC001',
      message = format('%s of %s is refused: it belongs to a product transaction', tg_op, tg_table_name);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger append_only before update or delete on submission_value
  for each row execute function refuse_change_of_recorded_value();
