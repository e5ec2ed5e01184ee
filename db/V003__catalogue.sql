-- The products, which all companies share, and the premiums that a company pays.

create table product (
  id          uuid primary key,
  name        varchar(500) not null check (btrim(name) <> ''),
  description varchar(500),
  image       varchar(2000),
  is_active   boolean      not null default true,
  creator     uuid         not null,
  updater     uuid         not null,
  created_on  timestamptz  not null default now(),
  updated_on  timestamptz  not null default now()
);
create unique index product_name on product (lower(btrim(name)));
create index product_changed on product (updated_on, id);
comment on table product is 'The catalogue of the installation: every company can read and use it.';

create table premium (
  id                  uuid primary key,
  owner               uuid         not null references company,
  name                varchar(100) not null,
  category            text         not null check (category in ('PAYOUT', 'TRANSACTION')),
  type                text         not null
                      check (type in ('PER_TRANSACTION', 'PER_KG', 'PER_UNIT_CURRENCY', 'PER_FARMER')),
  amount              not_negative not null default 0,
  included            boolean      not null default false,
  dependant_on_card   boolean      not null default false,
  applicable_activity text         not null check (applicable_activity in ('BUY', 'SELL')),
  calculation_type    text         not null
                      check (calculation_type in ('NORMAL', 'MANUAL', 'OPTIONS', 'RANGE')),
  is_active           boolean      not null default true,
  creator             uuid         not null,
  updater             uuid         not null,
  created_on          timestamptz  not null default now(),
  updated_on          timestamptz  not null default now(),
  document            json         not null,
  document_users      uuid[]       not null,
  rule                json         not null
);
comment on column premium.document is
  'The premium as other documents show it. It is kept because each payment shows its premium with all options.';
comment on column premium.document_users is 'The users in the document, each once.';
comment on column premium.rule is 'What decides about the amount of a payment. Only active options and ranges count.';
create index premium_list on premium (owner, id);
create index premium_changed on premium (updated_on, id);

create table premium_option (
  id         uuid primary key,
  premium    uuid         not null references premium,
  name       varchar(100) not null,
  amount     not_negative not null,
  is_active  boolean      not null default true,
  creator    uuid         not null,
  updater    uuid         not null,
  created_on timestamptz  not null default now(),
  updated_on timestamptz  not null default now(),
  -- Deferred, because a request may swap the names of two options.
  constraint premium_option_name unique (premium, name) deferrable initially deferred
);

create table premium_range (
  id           uuid primary key,
  premium      uuid        not null references premium,
  min_quantity not_negative not null,
  max_quantity numeric,
  amount       not_negative not null,
  is_active    boolean     not null default true,
  creator      uuid        not null,
  updater      uuid        not null,
  created_on   timestamptz not null default now(),
  updated_on   timestamptz not null default now(),
  check (max_quantity > min_quantity)
);
-- Read the ranges of a premium.
create index premium_range_premium on premium_range (premium);
comment on table premium_range is
  'The amount for quantities from min_quantity to below max_quantity. Active ranges of a premium do not overlap.';
comment on column premium_range.max_quantity is 'Null: the range has no upper end.';

-- The columns of a premium that follow from the others, and from its options and ranges.
create function keep_premium_document() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  options json;
  active  json;
  users   uuid[];
begin
  select coalesce(json_agg(json_build_object(
           'name', name, 'amount', amount, 'id', id, 'updated_on', updated_on, 'created_on', created_on,
           'is_active', is_active, 'creator', creator, 'updater', updater) order by id), '[]'),
         coalesce(json_agg(json_build_object('id', id, 'name', name, 'amount', amount::text) order by id)
                    filter (where is_active), '[]'),
         array_agg(creator) || array_agg(updater)
    into options, active, users
    from premium_option
   where premium = new.id;
  new.document := json_build_object(
    'name', new.name, 'id', new.id, 'options', options, 'updated_on', new.updated_on, 'created_on', new.created_on,
    'category', new.category, 'type', new.type, 'amount', new.amount, 'included', new.included,
    'dependant_on_card', new.dependant_on_card, 'applicable_activity', new.applicable_activity,
    'calculation_type', new.calculation_type, 'is_active', new.is_active, 'creator', new.creator,
    'updater', new.updater, 'owner', new.owner);
  new.document_users := array(select distinct unnest(users || new.creator || new.updater));
  new.rule := json_build_object(
    'calculation', new.calculation_type, 'type', new.type, 'amount', new.amount::text, 'options', active,
    'ranges', (select coalesce(json_agg(json_build_object('min', min_quantity::text, 'max', max_quantity::text,
                                                          'amount', amount::text) order by id), '[]')
                 from premium_range
                where premium = new.id and is_active));
  return new;
end
$$;
create trigger document before insert or update on premium for each row execute function keep_premium_document();

create function keep_documents_of_premiums() returns trigger language plpgsql as $$
begin
  update premium set owner = owner where id in (select premium from part);
  return null;
end
$$;
create trigger document_of_new after insert on premium_option referencing new table as part
  for each statement execute function keep_documents_of_premiums();
create trigger document after update on premium_option referencing new table as part
  for each statement execute function keep_documents_of_premiums();
create trigger document_of_end after delete on premium_option referencing old table as part
  for each statement execute function keep_documents_of_premiums();
create trigger document_of_new after insert on premium_range referencing new table as part
  for each statement execute function keep_documents_of_premiums();
create trigger document after update on premium_range referencing new table as part
  for each statement execute function keep_documents_of_premiums();
create trigger document_of_end after delete on premium_range referencing old table as part
  for each statement execute function keep_documents_of_premiums();
