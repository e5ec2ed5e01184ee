-- Nothing is edited away: every change of a record is kept, and what a transaction recorded stays as it is.

create table history (
  id          bigint      generated always as identity primary key,
  at          timestamptz not null default clock_timestamp(),
  transaction xid8        not null default pg_current_xact_id(),
  app_user    uuid,
  request     text        not null,
  kind        text        not null,
  record      uuid        not null,
  part_of     uuid,
  operation   text        not null,
  before      jsonb,
  after       jsonb
);
create index history_record on history (record, id);
create index history_part_of on history (part_of) where part_of is not null;
comment on table history is
  'Every change of every record. Append-only: UPDATE, DELETE and TRUNCATE are refused. No history of its own.';
comment on column history.transaction is
  'Who made the change: of transactions below pg_snapshot_xmin(pg_current_snapshot()) every change is to be seen.';
comment on column history.app_user is 'On whose behalf; null for who came past the service.';
comment on column history.request is
  'The X-Request-Id, or the command; of who came past the service, program and database user.';
comment on column history.kind is 'The table.';
comment on column history.record is 'The id of the row; of a row that only links, that of the record whose link it is.';
comment on column history.part_of is 'The record of which the row is a part, such as the farmer of a submission.';
comment on column history.before is 'UPDATE: what the changed columns held; DELETE: all that was not null.';
comment on column history.after is 'UPDATE: what the changed columns hold since; INSERT: all that is not null.';

-- Its arguments are the columns that may name the record of which the row is a part. Values are compared as text: 12.50
-- and 12.5 are not the same digits. An UPDATE that sets nothing but updated_on changes nothing. A token's hash is left
-- out, so that who reads the history cannot try tokens on it.
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
  insert into history (app_user, request, kind, record, part_of, operation, before, after)
  values (nullif(current_setting('supply_chain.app_user', true), '')::uuid,
          coalesce(nullif(current_setting('supply_chain.request', true), ''),
                   concat_ws(' as ', nullif(current_setting('application_name'), ''), session_user)),
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

-- Keeps every change of a table; part_of are the columns that may name the record of which a row is a part. TRUNCATE
-- names no row, so it is refused.
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

-- What is append-only.

create trigger append_only before update or delete or truncate on history execute function refuse_change();
create trigger append_only before update or delete or truncate on product_transaction_parent
  execute function refuse_change();
create trigger append_only before update or delete or truncate on payment_transaction_submission
  execute function refuse_change();

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

create trigger append_only before update of hash on token execute function refuse_change();

comment on table product_transaction is
  'Goods that moved. Append-only but for what is left of them: remaining, updater, updated_on.';
comment on table product_transaction_parent is
  'What a transaction drew from which other. Append-only, and its first state is its last: no history.';
comment on table payment_transaction is 'Money that moved. Append-only but for updater and updated_on.';
comment on table payment_transaction_submission is
  'The filled-in forms that a payment refers to. Append-only, and its first state is its last: no history.';
comment on table submission is
  'A filled-in form: of a farmer, and then it may change; or of a product transaction, and then it is append-only.';
comment on table submission_value is 'Append-only where it belongs to a product transaction, as its submission.';

-- What has no history.

comment on table entity is
  'One id space for farmers and companies: source, destination and entity name either. No history: that is theirs.';
comment on table currency is 'ISO 4217. No history: it comes with the schema and changes with it.';
comment on table idempotency_key is 'Answers kept for repeats, and forgotten. No history: they record nothing.';
comment on table load_ref is 'Which record a name in a loaded file stands for. No history: the record has it.';
