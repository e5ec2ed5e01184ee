-- Nothing is overwritten without a trace: the history keeps every change of a record, recorded transactions stay as they
-- are, and clients follow the changes.

create table history (
  id             bigint      generated always as identity primary key,
  at             timestamptz not null default clock_timestamp(),
  transaction    xid8        not null default pg_current_xact_id(),
  app_user       uuid,
  request        text        not null,
  client_request text,
  kind           text        not null,
  record         uuid        not null,
  part_of        uuid,
  operation      text        not null,
  before         jsonb,
  after          jsonb
);
-- The history of a record, and of its parts.
create index history_record on history (record, id);
create index history_part_of on history (part_of) where part_of is not null;
-- Number the changes of transactions that have ended.
create index history_transaction on history (transaction, id);
-- Find the company to which a farmer belonged before it moved.
create index history_moved on history (record, id) where kind = 'farmer' and before ->> 'buyer' is not null;
comment on table history is
  'Every change of every record. Append-only: UPDATE, DELETE and TRUNCATE are refused. No history of its own.';
comment on column history.transaction is
  'The transaction that made the change: below pg_snapshot_xmin(pg_current_snapshot()) every change is visible.';
comment on column history.app_user is 'The user who made the change; null if it was made without the service.';
comment on column history.request is
  'The service''s id of the request, or the command; for a change without the service, program and database user.';
comment on column history.client_request is 'The X-Request-Id that the client sent; null if it sent none.';
comment on column history.kind is 'The table.';
comment on column history.record is 'The id of the row; for a row that only links, the id of the record whose link it is.';
comment on column history.part_of is 'The record of which the row is a part, such as the farmer of a submission.';
comment on column history.before is 'UPDATE: the old values of the changed columns; DELETE: all values that were not null.';
comment on column history.after is 'UPDATE: the new values of the changed columns; INSERT: all values that are not null.';

-- The arguments are the columns that may name the record of which the row is a part. Values are compared as text: 12.50
-- and 12.5 have different digits. An UPDATE that sets nothing but updated_on changes nothing. The hash of a token is left
-- out, so that a reader of the history cannot test guesses of tokens.
create function keep_history() returns trigger language plpgsql as $$
declare
  was     jsonb;
  becomes jsonb;
  whole   jsonb;
  id      uuid;
  owner   uuid;
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
  insert into history (app_user, request, client_request, kind, record, part_of, operation, before, after)
  values (nullif(current_setting('supply_chain.app_user', true), '')::uuid,
          coalesce(nullif(current_setting('supply_chain.request', true), ''),
                   concat_ws(' as ', nullif(current_setting('application_name'), ''), session_user)),
          nullif(current_setting('supply_chain.client_request', true), ''),
          tg_table_name, coalesce(id, owner), case when id is not null then owner end, tg_op, was, becomes);
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

-- The feed of changes, numbered in the order in which they were committed. The ids of the history are in the order in
-- which transactions took them, and a transaction that took an id first may commit last. So a request for changes first
-- numbers the changes that were committed since the previous request.

create table change_feed (
  id           boolean     primary key default true check (id),
  installation uuid        not null default gen_random_uuid(),
  secret       bytea       not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    check (length(secret) = 32),
  since        pg_snapshot not null,
  until        pg_snapshot,
  taken        bigint      not null default 0,
  settled      bigint      not null,
  position     bigint      not null default 0
);
comment on table change_feed is 'How far the history is numbered, in one row. No history: it records nothing of its own.';
comment on column change_feed.secret is 'Seals cursors, so that nobody can read in them how much other companies write.';
comment on column change_feed.since is 'Every change that is visible in this snapshot has its number.';
comment on column change_feed.until is 'The snapshot that is being numbered; null if there is none.';
comment on column change_feed.taken is 'The last id of the history that was numbered in until.';
comment on column change_feed.settled is
  'Up to this id of the history every change has its number, also the changes that another cluster made.';
comment on column change_feed.position is 'The last number.';

create table change (
  position  bigint primary key,
  history   bigint not null,
  resource  text   not null,
  record    uuid   not null,
  operation text   not null check (operation in ('CREATED', 'CHANGED')),
  changed   text[] not null
);
comment on table change is
  'A change of a record by one transaction, with all its parts. Append-only. No history: it is derived from it.';
comment on column change.history is 'The last change of the history that this change contains.';
comment on column change.changed is 'The fields of the record that changed; empty for a new record.';

create table change_reader (
  reader   uuid   not null,
  position bigint not null,
  appears  boolean not null default false,
  primary key (reader, position)
);
comment on table change_reader is 'The readers of a change. Append-only. No history: it is derived from it.';
comment on column change_reader.reader is
  'The company of the record at the time, or the user if the record is a user; all zeros is everybody.';
comment on column change_reader.appears is 'Whether the record came to the reader with this change, from another company.';

create trigger append_only before update or delete or truncate on change execute function refuse_change();
create trigger append_only before update or delete or truncate on change_reader execute function refuse_change();

insert into change_feed (since, settled) values (pg_current_snapshot(), 0);
