-- The parties of the supply chain and what belongs to them.

create table entity (
  id   uuid primary key,
  kind text not null check (kind in ('FARMER', 'COMPANY'))
);
comment on table entity is 'One id space for farmers and companies: source, destination and entity name either.';

create table company (
  id                   uuid primary key references entity,
  name                 varchar(500) not null check (btrim(name) <> ''),
  currency             uuid references currency,
  buyer                uuid references company,
  image                text,
  description          varchar(500),
  house_name           varchar(100),
  street               varchar(500),
  city                 varchar(500),
  sub_province         varchar(500),
  province             varchar(500),
  latitude             double precision check (latitude between -90 and 90),
  longitude            double precision check (longitude between -180 and 180),
  zipcode              varchar(50),
  country              varchar(500),
  email                varchar(100),
  phone                varchar(50),
  buy_enabled          boolean      not null default true,
  sell_enabled         boolean      not null default true,
  quality_correction   boolean      not null default false,
  allow_multiple_login boolean      not null default false,
  creator              uuid         not null references app_user,
  updater              uuid         not null references app_user,
  created_on           timestamptz  not null default now(),
  updated_on           timestamptz  not null default now()
);
create index company_name on company (lower(name));

create table company_member (
  company    uuid        not null references company,
  app_user   uuid        not null references app_user,
  created_on timestamptz not null default now(),
  primary key (company, app_user)
);

create table token (
  id         uuid primary key,
  hash       bytea       not null unique check (length(hash) = 32),
  app_user   uuid        not null references app_user,
  company    uuid references company,
  role       text        not null check (role in ('OPERATOR', 'ADMIN', 'MEMBER', 'REPORTER')),
  created_on timestamptz not null default now(),
  expires_on timestamptz,
  revoked_on timestamptz,
  check ((role = 'OPERATOR') = (company is null))
);
comment on column token.hash is 'SHA-256 of the token; the token itself is shown once and kept nowhere.';

create table farmer (
  id                uuid primary key references entity,
  buyer             uuid         not null references company,
  number            varchar(10)  not null,
  first_name        varchar(100) not null check (btrim(first_name) <> ''),
  last_name         varchar(100),
  phone             text,
  image             text,
  description       varchar(500),
  house_name        varchar(100),
  street            varchar(500),
  city              varchar(500),
  sub_province      varchar(500),
  province          varchar(500),
  latitude          double precision check (latitude between -90 and 90),
  longitude         double precision check (longitude between -180 and 180),
  zipcode           varchar(50),
  country           varchar(500),
  email             varchar(100),
  identification_no varchar(100),
  reference_number  varchar(100),
  date_of_birth     date,
  gender            varchar(50),
  consent_status    text         not null default 'UNKNOWN'
                    check (consent_status in ('GRANTED', 'NOT_GRANTED', 'UNKNOWN')),
  creator           uuid         not null references app_user,
  updater           uuid         not null references app_user,
  created_on        timestamptz  not null default now(),
  updated_on        timestamptz  not null default now(),
  constraint farmer_number unique (buyer, number)
);
comment on column farmer.buyer is 'The company whose farmer this is; its members alone see and change the record.';

create table card (
  id         uuid primary key,
  company    uuid         not null references company,
  card_id    varchar(100) not null,
  display_id varchar(100),
  creator    uuid         not null references app_user,
  updater    uuid         not null references app_user,
  created_on timestamptz  not null default now(),
  updated_on timestamptz  not null default now(),
  constraint card_card_id unique (company, card_id)
);

create table entity_card (
  id         uuid primary key,
  card       uuid        not null references card,
  entity     uuid        not null references entity,
  is_active  boolean     not null default true,
  creator    uuid        not null references app_user,
  updater    uuid        not null references app_user,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now()
);
create unique index entity_card_one_entity_a_card on entity_card (card) where is_active;
create unique index entity_card_one_card_an_entity on entity_card (entity) where is_active;
comment on table entity_card is 'Who holds a card, and who held it: an ended assignment is kept with is_active false.';

create table premium (
  id                  uuid primary key,
  owner               uuid         not null references company,
  name                varchar(100) not null,
  category            text         not null check (category in ('PAYOUT', 'TRANSACTION')),
  type                text         not null
                      check (type in ('PER_TRANSACTION', 'PER_KG', 'PER_UNIT_CURRENCY', 'PER_FARMER')),
  amount              numeric      not null default 0 check (amount >= 0),
  included            boolean      not null default false,
  dependant_on_card   boolean      not null default false,
  applicable_activity text         not null check (applicable_activity in ('BUY', 'SELL')),
  calculation_type    text         not null
                      check (calculation_type in ('NORMAL', 'MANUAL', 'OPTIONS', 'RANGE')),
  is_active           boolean      not null default true,
  creator             uuid         not null references app_user,
  updater             uuid         not null references app_user,
  created_on          timestamptz  not null default now(),
  updated_on          timestamptz  not null default now()
);
create index premium_owner on premium (owner);

create table premium_option (
  id         uuid primary key,
  premium    uuid         not null references premium,
  name       varchar(100) not null,
  amount     numeric      not null check (amount >= 0),
  is_active  boolean      not null default true,
  creator    uuid         not null references app_user,
  updater    uuid         not null references app_user,
  created_on timestamptz  not null default now(),
  updated_on timestamptz  not null default now(),
  constraint premium_option_name unique (premium, name)
);

create table field_visibility (
  id         uuid primary key,
  company    uuid         not null references company,
  name       varchar(100) not null,
  visibility boolean      not null default true,
  type       text         not null check (type in ('TRANSACTION', 'FARMER')),
  creator    uuid         not null references app_user,
  updater    uuid         not null references app_user,
  created_on timestamptz  not null default now(),
  updated_on timestamptz  not null default now(),
  constraint field_visibility_name unique (company, type, name)
);
