-- Goods moved, payments made, and the forms filled in with them.

create table product_transaction (
  id                     uuid primary key,
  company                uuid         not null references company,
  type                   text         not null check (type in ('INCOMING', 'OUTGOING')),
  source                 uuid         not null references entity,
  destination            uuid         not null references entity,
  product                uuid         not null references product,
  amount                 numeric      not null check (amount >= 0),
  quantity               numeric      check (quantity >= 0),
  source_quantity        numeric      not null check (source_quantity >= 0),
  remaining              numeric      check (remaining >= 0),
  currency               uuid references currency,
  card                   uuid references card,
  number                 varchar(10)  not null,
  date                   timestamptz  not null,
  invoice_number         varchar(100),
  verification_latitude  double precision check (verification_latitude between -90 and 90),
  verification_longitude double precision check (verification_longitude between -180 and 180),
  method                 text         not null check (method in ('CARD', 'INVOICE', 'NONE')),
  quality_correction     double precision not null default 100 check (quality_correction >= 0),
  invoice                text,
  creator                uuid         not null references app_user,
  updater                uuid         not null references app_user,
  created_on             timestamptz  not null default now(),
  updated_on             timestamptz  not null default now(),
  constraint product_transaction_number unique (company, number),
  constraint product_transaction_remaining check (remaining <= coalesce(quantity, 0))
);
comment on column product_transaction.company is 'The company that recorded it; its numbers are unique.';
comment on column product_transaction.source_quantity is
  'What was drawn from the parents; the own quantity where there are none.';
comment on column product_transaction.remaining is
  'What is left of quantity; null while a lot of unknown quantity is untouched, 0 once it was taken.';

create table product_transaction_parent (
  child    uuid    not null references product_transaction,
  parent   uuid    not null references product_transaction,
  position integer not null,
  drawn    numeric check (drawn >= 0),
  primary key (child, parent),
  constraint product_transaction_parent_position unique (child, position),
  check (child <> parent)
);
create index product_transaction_parent_parent on product_transaction_parent (parent);
comment on column product_transaction_parent.drawn is
  'How much the child took from the parent; null when a lot of unknown quantity was taken whole.';

create table submission (
  id                  uuid primary key,
  company             uuid        not null references company,
  form                uuid        not null references form,
  product             uuid references product,
  farmer              uuid unique references farmer,
  product_transaction uuid references product_transaction,
  creator             uuid        not null references app_user,
  updater             uuid        not null references app_user,
  created_on          timestamptz not null default now(),
  updated_on          timestamptz not null default now(),
  check (farmer is null or product_transaction is null)
);
create index submission_product_transaction on submission (product_transaction)
  where product_transaction is not null;

create table submission_value (
  id         uuid primary key,
  submission uuid        not null references submission,
  field      uuid        not null references form_field,
  value      text        not null,
  creator    uuid        not null references app_user,
  updater    uuid        not null references app_user,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  constraint submission_value_field unique (submission, field)
);

create table payment_transaction (
  id                     uuid primary key,
  company                uuid         not null references company,
  type                   text         not null check (type in ('INCOMING', 'OUTGOING')),
  payment_type           text
                         check (payment_type in ('TRANSACTION', 'PREMIUM', 'TRANSACTION_PREMIUM')),
  source                 uuid         not null references entity,
  destination            uuid         not null references entity,
  transaction            uuid references product_transaction,
  premium                uuid references premium,
  selected_option        varchar(100),
  amount                 numeric      not null default 0 check (amount >= 0),
  currency               uuid references currency,
  card                   uuid references card,
  number                 varchar(10)  not null,
  date                   timestamptz  not null,
  invoice_number         varchar(100),
  verification_latitude  double precision check (verification_latitude between -90 and 90),
  verification_longitude double precision check (verification_longitude between -180 and 180),
  method                 text         not null check (method in ('CARD', 'INVOICE', 'NONE')),
  invoice                text,
  creator                uuid         not null references app_user,
  updater                uuid         not null references app_user,
  created_on             timestamptz  not null default now(),
  updated_on             timestamptz  not null default now(),
  constraint payment_transaction_number unique (company, number),
  check (payment_type is not distinct from
         case when transaction is not null and premium is not null then 'TRANSACTION_PREMIUM'
              when transaction is not null then 'TRANSACTION'
              when premium is not null then 'PREMIUM' end)
);
create index payment_transaction_transaction on payment_transaction (transaction)
  where transaction is not null;

create table payment_transaction_submission (
  payment_transaction uuid    not null references payment_transaction,
  submission          uuid    not null references submission,
  position            integer not null,
  primary key (payment_transaction, submission)
);
