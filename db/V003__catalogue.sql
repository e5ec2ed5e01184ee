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
  updated_on          timestamptz  not null default now()
);
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
