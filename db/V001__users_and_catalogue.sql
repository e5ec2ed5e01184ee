-- Who uses the installation, and what every company on it shares: currencies and products.
-- Ids are UUIDs of version 7, made by the service before the insert (RFC 9562).

create table app_user (
  id         uuid primary key,
  email      varchar(100) not null,
  created_on timestamptz  not null default now(),
  updated_on timestamptz  not null default now()
);
create unique index app_user_email on app_user (lower(email));
comment on table app_user is 'A person, or a script that acts for one; creator and updater of every record.';

-- The creator of what comes with the installation or from a file.
insert into app_user (id, email) values ('019c0000-0000-7000-8000-000000000001', 'system@localhost');

create table currency (
  id   uuid primary key,
  code char(3)      not null unique check (code ~ '^[A-Z]{3}$'),
  name varchar(100) not null
);
comment on table currency is 'ISO 4217.';

create table product (
  id          uuid primary key,
  name        varchar(500) not null check (btrim(name) <> ''),
  description varchar(500),
  image       text,
  is_active   boolean      not null default true,
  creator     uuid         not null references app_user,
  updater     uuid         not null references app_user,
  created_on  timestamptz  not null default now(),
  updated_on  timestamptz  not null default now()
);
create unique index product_name on product (lower(btrim(name)));
comment on table product is 'The catalogue of the installation: readable and usable by every company.';
