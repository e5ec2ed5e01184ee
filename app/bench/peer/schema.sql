-- What a plain service would have: tables, keys, and an index for each foreign key and each list.

create table app_user (id uuid primary key, email text);
create table currency (id uuid primary key, code text not null unique, name text not null);
create table company (
  id uuid primary key, name text not null, currency uuid references currency, buyer uuid references company,
  image text, description text, house_name text, street text, city text, sub_province text, province text,
  latitude double precision, longitude double precision, zipcode text, country text, email text, phone text,
  buy_enabled boolean, sell_enabled boolean, quality_correction boolean, allow_multiple_login boolean,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create table company_member (
  id uuid primary key, company uuid not null references company, app_user uuid not null references app_user,
  is_active boolean not null
);
create index on company_member (company);
create table token (
  id uuid primary key, hash bytea not null unique, app_user uuid not null references app_user, company uuid references company,
  role text not null, expires_on timestamptz, revoked_on timestamptz
);
create table card (
  id uuid primary key, card_id text not null unique, display_id text,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create table entity_card (
  id uuid primary key, card uuid not null references card, entity uuid not null, is_active boolean not null,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create index on entity_card (entity);
create table premium (
  id uuid primary key, owner uuid not null references company, name text, category text, type text, amount numeric,
  included boolean, dependant_on_card boolean, applicable_activity text, calculation_type text, is_active boolean,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create index on premium (owner);
create table premium_option (
  id uuid primary key, premium uuid not null references premium, name text, amount numeric, is_active boolean,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create index on premium_option (premium);
create table product (
  id uuid primary key, name text not null, description text, image text, is_active boolean not null default true,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create unique index on product (lower(name));
create table company_product (
  id uuid primary key, company uuid not null references company, product uuid references product,
  is_active boolean not null default true,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now(),
  unique (company, product)
);
create table company_product_premium (
  company_product uuid references company_product, premium uuid references premium, primary key (company_product, premium)
);
create table form (
  id uuid primary key, owner uuid not null references company, form_type text not null,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create index on form (owner);
create table form_field (
  id uuid primary key, form uuid not null references form, position integer, label text, type text, label_en_us text,
  label_en_uk text, label_fr text, label_nl text, label_ind text, key text, required boolean, default_value text, options text,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create index on form_field (form);
create table form_product (form uuid references form, product uuid references product, primary key (form, product));
create table field_config (
  id uuid primary key, form uuid not null references form, label text, key text, visibility boolean, required boolean,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create index on field_config (form);
create table field_visibility (
  id uuid primary key, company uuid not null references company, name text, visibility boolean, type text,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create index on field_visibility (company);
create table farmer (
  id uuid primary key, buyer uuid not null references company, number text not null, first_name text not null, last_name text,
  phone text, image text, description text, house_name text, street text, city text, sub_province text, province text,
  latitude double precision, longitude double precision, zipcode text, country text, email text, identification_no text,
  reference_number text, date_of_birth date, gender text, consent_status text,
  creator uuid, updater uuid, created_on timestamptz not null default now(), updated_on timestamptz not null default now(),
  unique (buyer, number)
);
create table product_transaction (
  id uuid primary key default gen_random_uuid(), company uuid not null references company, type text not null,
  source uuid not null, destination uuid not null, product uuid not null references product, amount numeric not null,
  quantity numeric not null, source_quantity numeric not null, remaining numeric not null, currency uuid references currency,
  card uuid references card, number text not null, date timestamptz not null default now(), invoice_number text,
  verification_latitude double precision, verification_longitude double precision, method text not null default 'NONE',
  quality_correction double precision not null default 100, invoice text,
  creator uuid not null references app_user, updater uuid not null references app_user,
  created_on timestamptz not null default now(), updated_on timestamptz not null default now(),
  unique (company, number)
);
create index on product_transaction (company, created_on);
create index on product_transaction (source);
create index on product_transaction (destination);
create index on product_transaction (product);
create table product_transaction_parent (
  child uuid references product_transaction, parent uuid references product_transaction, drawn numeric not null,
  primary key (child, parent)
);
create index on product_transaction_parent (parent);
create table submission (
  id uuid primary key default gen_random_uuid(), form uuid not null references form, product uuid references product,
  farmer uuid unique references farmer, product_transaction uuid references product_transaction,
  creator uuid not null references app_user, updater uuid not null references app_user,
  created_on timestamptz not null default now(), updated_on timestamptz not null default now()
);
create index on submission (product_transaction);
create table submission_value (
  id uuid primary key default gen_random_uuid(), submission uuid not null references submission,
  field uuid not null references form_field, value text not null,
  creator uuid not null references app_user, updater uuid not null references app_user,
  created_on timestamptz not null default now(), updated_on timestamptz not null default now(),
  unique (submission, field)
);
create table payment_transaction (
  id uuid primary key default gen_random_uuid(), company uuid not null references company, type text not null,
  payment_type text not null, source uuid not null, destination uuid not null,
  transaction uuid references product_transaction, premium uuid references premium, selected_option text,
  amount numeric not null, currency uuid references currency, card uuid references card, number text not null,
  date timestamptz not null default now(), invoice_number text, verification_latitude double precision,
  verification_longitude double precision, method text not null default 'NONE', invoice text,
  creator uuid not null references app_user, updater uuid not null references app_user,
  created_on timestamptz not null default now(), updated_on timestamptz not null default now(),
  unique (company, number)
);
create index on payment_transaction (company, created_on);
create index on payment_transaction (source);
create index on payment_transaction (destination);
create index on payment_transaction (transaction);
create table idempotency_key (
  app_user uuid, key text, request_hash bytea not null, status integer not null, location text, body text not null,
  created_on timestamptz not null default now(), primary key (app_user, key)
);
