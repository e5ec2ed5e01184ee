-- Goods and money that moved, the forms filled in with them, reversals, and the origin files of goods. The tables that
-- each request writes have no foreign keys; V006 tells why.
--
-- Each index costs an insert 2 to 7 microseconds and 60 to 190 bytes of write-ahead log, measured with 200,000 rows. A draw
-- from a lot writes to each index of the lot too, because updated_on and remaining are indexed.

create table product_transaction (
  id                     uuid primary key,
  company                uuid         not null,
  type                   direction    not null,
  source                 uuid         not null,
  destination            uuid         not null,
  product                uuid         not null,
  amount                 not_negative not null,
  quantity               not_negative,
  source_quantity        not_negative not null,
  remaining              not_negative,
  currency               uuid,
  card                   uuid,
  number                 varchar(10)  not null,
  date                   timestamptz  not null,
  invoice_number         varchar(100),
  verification_latitude  latitude,
  verification_longitude longitude,
  method                 payment_method not null,
  quality_correction     double precision not null default 100 check (quality_correction >= 0),
  invoice                text,
  creator                uuid         not null,
  updater                uuid         not null,
  created_on             timestamptz  not null default now(),
  updated_on             timestamptz  not null default now(),
  reversed_on            timestamptz,
  last_draw              timestamptz,
  constraint product_transaction_remaining check (remaining <= coalesce(quantity, 0))
);
-- Also finds numbers by how they begin.
create unique index product_transaction_number on product_transaction (lower(number) text_pattern_ops, company);
-- The parts of a company's list: what it recorded, what left it and what came to it.
create index product_transaction_recorded on product_transaction (company, id);
create index product_transaction_out on product_transaction (source, id);
create index product_transaction_in on product_transaction (destination, id);
create index product_transaction_changed on product_transaction (updated_on, id);
-- Find out whether two companies trade with each other.
create index product_transaction_parties on product_transaction (source, destination);
-- The changes that a company sees of lots that others hold: creation and reversal. It must not learn of draws.
create index product_transaction_moved on product_transaction (coalesce(reversed_on, created_on), id);
-- A list with date_from or date_before, which is in the order of the dates.
create index product_transaction_date on product_transaction (date, id);
-- Narrow a list by card, and by the start of an invoice number, ignoring case.
create index product_transaction_card on product_transaction (card, id) where card is not null;
create index product_transaction_invoice_start on product_transaction (lower(invoice_number) text_pattern_ops)
  where invoice_number is not null;
-- Narrow a list by product.
create index product_transaction_product on product_transaction (product, id);
-- An operator's list of lots that are in stock. A lot whose rest is unknown (null) is in stock, here and below.
create index product_transaction_in_stock on product_transaction (id) where remaining is distinct from 0;
-- Find the stock of a product that a company has.
create index product_transaction_stock on product_transaction (destination, product) where remaining is distinct from 0;
-- A company's lists of lots that are in stock, and of those that are used up. They include updated_on, all that such a
-- list reads, so that PostgreSQL prefers these indexes to a walk through every transaction in the order of the ids.
create index product_transaction_held on product_transaction (destination, id) include (updated_on)
  where remaining is distinct from 0;
create index product_transaction_gone on product_transaction (destination, id) include (updated_on)
  where remaining = 0;
-- Find the lots that a company had in stock at an earlier time and has used up since. The index sorts used-up lots by how
-- long they were in stock, in six classes: less than 24 hours, less than 168 hours, and so on. A lot of the first class
-- that was in stock at that time was used up within the 24 hours after it. So a search reads a short part of each class,
-- and not all lots that were used up since.
create function stock_duration_limits() returns interval[] immutable language sql as $$
  select '{24 hours,168 hours,720 hours,2880 hours,8760 hours}'::interval[]
$$;
create index product_transaction_used_up on product_transaction
  (destination, width_bucket(last_draw - date, stock_duration_limits()), last_draw) where remaining = 0;
-- How much of a product a company made before. With the plain condition PostgreSQL would also know the destination, and
-- prefer the index of the parties, with all that the company ever processed.
create index product_transaction_processed on product_transaction (source, product, id)
  where (source = destination) is true;
-- The prices that a company paid or got for a product before.
create index product_transaction_priced on product_transaction (company, product, type, id)
  where amount > 0 and quantity > 0;
comment on table product_transaction is
  'Goods that moved. Append-only except for the rest of the lot: remaining, last_draw, updater, updated_on, reversed_on.';
comment on column product_transaction.company is 'The company that recorded the transaction; its numbers are unique.';
comment on column product_transaction.source_quantity is
  'The quantity drawn from the parents; the lot''s own quantity if it has no parents.';
comment on column product_transaction.remaining is
  'The rest of quantity; null while a lot of unknown quantity is untouched, 0 once it is used up or reversed.';
comment on column product_transaction.updated_on is
  'The last change. It can be a draw, of which only the company at the destination may know.';
comment on column product_transaction.reversed_on is 'The time of the reversal: its created_on.';
comment on column product_transaction.last_draw is
  'The latest date of the draws from the lot. A reversal of a draw does not lower it. Null if there never was a draw.';

create table product_transaction_parent (
  child    uuid    not null,
  parent   uuid    not null,
  position integer not null,
  drawn    not_negative,
  primary key (child, parent),
  constraint product_transaction_parent_position unique (child, position),
  check (child <> parent)
);
-- Find the children of a transaction, and what each drew.
create index product_transaction_parent_parent on product_transaction_parent (parent) include (child, drawn);
comment on table product_transaction_parent is
  'The quantity that a transaction drew from another. Append-only. No history: the first state is the last.';
comment on column product_transaction_parent.drawn is
  'The quantity that the child drew from the parent; null if it drew the whole of a lot of unknown quantity.';

create table submission (
  id                  uuid primary key,
  company             uuid        not null,
  form                uuid        not null,
  product             uuid,
  farmer              uuid,
  product_transaction uuid,
  creator             uuid        not null,
  updater             uuid        not null,
  created_on          timestamptz not null default now(),
  updated_on          timestamptz not null default now(),
  check (farmer is null or product_transaction is null)
);
-- A farmer has one submission.
create unique index submission_farmer on submission (farmer) where farmer is not null;
create index submission_list on submission (company, id);
-- List the submissions of a form.
create index submission_of_form on submission (form, id);
create index submission_changed on submission (updated_on, id);
-- Read the submissions of a product transaction.
create index submission_product_transaction on submission (product_transaction)
  where product_transaction is not null;
comment on table submission is
  'A filled-in form: of a farmer, and then it may change; or of a product transaction, and then it is append-only.';

create table submission_value (
  id         uuid primary key,
  submission uuid        not null,
  field      uuid        not null,
  value      text        not null,
  creator    uuid        not null,
  updater    uuid        not null,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  constraint submission_value_field unique (submission, field)
);
comment on table submission_value is 'Append-only if its submission belongs to a product transaction.';

create table payment_transaction (
  id                     uuid primary key,
  company                uuid         not null,
  type                   direction    not null,
  payment_type           payment_type,
  source                 uuid         not null,
  destination            uuid         not null,
  transaction            uuid,
  premium                uuid,
  selected_option        varchar(100),
  amount                 not_negative not null default 0,
  currency               uuid,
  card                   uuid,
  number                 varchar(10)  not null,
  date                   timestamptz  not null,
  invoice_number         varchar(100),
  verification_latitude  latitude,
  verification_longitude longitude,
  method                 payment_method not null,
  invoice                text,
  creator                uuid         not null,
  updater                uuid         not null,
  created_on             timestamptz  not null default now(),
  updated_on             timestamptz  not null default now()
);
-- Also finds numbers by how they begin.
create unique index payment_transaction_number on payment_transaction (lower(number) text_pattern_ops, company);
-- Read the payments for a product transaction.
create index payment_transaction_transaction on payment_transaction (transaction)
  where transaction is not null;
-- The parts of a company's list: what it recorded, what left it and what came to it.
create index payment_transaction_recorded on payment_transaction (company, id);
create index payment_transaction_out on payment_transaction (source, id);
create index payment_transaction_in on payment_transaction (destination, id);
create index payment_transaction_changed on payment_transaction (updated_on, id);
-- A list with date_from or date_before, which is in the order of the dates.
create index payment_transaction_date on payment_transaction (date, id);
-- Narrow a list by card, and by the start of an invoice number, ignoring case.
create index payment_transaction_card on payment_transaction (card, id) where card is not null;
create index payment_transaction_invoice_start on payment_transaction (lower(invoice_number) text_pattern_ops)
  where invoice_number is not null;
-- Narrow a list by premium.
create index payment_transaction_premium on payment_transaction (premium, id) where premium is not null;
comment on table payment_transaction is 'Money that moved. Append-only except for updater and updated_on.';

-- The payments of premiums, each with the values from which the class PremiumRule calculates the right amount, and the
-- beginning of the warning. Left out: MANUAL premiums, which have no rule; premiums in another currency than the payment,
-- unless the rate is for a unit of currency; and premiums that changed after the payment. A change of an option or of a
-- range sets updated_on, too.
create view premium_payments as
select paid.id as payment, paid.transaction,
       json_build_object(
         'rule', premium.rule, 'amount', paid.amount::text,
         'paid', json_build_object(
           'option', paid.selected_option,
           'quantity', goods.quantity::text,
           'price', case when goods.currency is not distinct from paid.currency then goods.amount::text end,
           'isToFarmer', premium.type = 'PER_FARMER'
                         and (select id from farmer where id = paid.destination limit 1) is not null)) as calculation,
       format('Payment %s is %s, but the rule of the premium "%s" gives ',
              paid.number, trim_scale(paid.amount), left(premium.name, 80)) as says
  from payment_transaction paid
  join premium on premium.id = paid.premium
  left join product_transaction goods on goods.id = paid.transaction
 where (premium.type = 'PER_UNIT_CURRENCY'
        or ((select currency from company where id = premium.owner) <> paid.currency) is not true)
   and premium.updated_on <= paid.created_on
   and premium.calculation_type <> 'MANUAL';

create table payment_transaction_submission (
  payment_transaction uuid    not null,
  submission          uuid    not null,
  position            integer not null,
  primary key (payment_transaction, submission)
);
comment on table payment_transaction_submission is
  'The filled-in forms to which a payment refers. Append-only. No history: the first state is the last.';

create table reversal (
  id                  uuid primary key,
  company             uuid         not null references company,
  product_transaction uuid unique references product_transaction,
  payment_transaction uuid unique references payment_transaction,
  reason              varchar(500) not null check (btrim(reason) <> ''),
  creator             uuid         not null,
  updater             uuid         not null,
  created_on          timestamptz  not null default now(),
  updated_on          timestamptz  not null default now(),
  check (num_nonnulls(product_transaction, payment_transaction) = 1)
);
comment on table reversal is
  'The correction of a mistake: it undoes a transaction, which itself stays as it was recorded. Append-only.';
comment on column reversal.company is 'The company that reversed it: it recorded the transaction, or received the goods.';
comment on column reversal.product_transaction is
  'A reversal empties the lot and returns the stock to its parents.';

create table origin_file (
  id                  uuid primary key,
  company             uuid references company,
  product_transaction uuid        not null references product_transaction,
  is_complete         boolean     not null,
  net_mass_kg         not_negative,
  product             uuid        not null references product,
  plots               integer     not null check (plots >= 0),
  producers           integer     not null check (producers >= 0),
  countries           json        not null,
  bytes               integer     not null check (bytes > 0),
  sha256              text        not null check (sha256 ~ '^[0-9a-f]{64}$'),
  transactions        json        not null,
  blockers            json        not null,
  blockers_total      integer     not null check (blockers_total >= 0),
  warnings            json        not null,
  warnings_total      integer     not null check (warnings_total >= 0),
  creator             uuid        not null,
  updater             uuid        not null,
  created_on          timestamptz not null default now(),
  updated_on          timestamptz not null default now(),
  check (is_complete = (blockers_total = 0))
);
create index origin_file_company on origin_file (company, id);
-- List the origin files of a product transaction.
create index origin_file_product_transaction on origin_file (product_transaction, id);
create index origin_file_changed on origin_file (updated_on, id);
comment on table origin_file is
  'The summary of an origin file at the time of its creation: the same bytes can be shown years later. Append-only.';
comment on column origin_file.company is
  'The company that owns the file and whose visibility it has; null for an operator, who sees all.';
comment on column origin_file.transactions is 'The ids of the transaction and of all transactions that it came from.';

-- A table of its own, so that neither the history nor a list carries the bytes.
create table origin_file_content (
  origin_file uuid  primary key references origin_file,
  content     bytea not null
);
comment on table origin_file_content is
  'The bytes of an origin file. Append-only. No history: the first state is the last.';

-- The sum of the draws from each lot, without the draws of reversed transactions.
create function draws_of_lots() returns table (parent uuid, drawn numeric, taken_whole bigint) stable language sql as $$
  select draw.parent, sum(draw.drawn), count(*) filter (where draw.drawn is null)
    from product_transaction_parent draw
   where not exists (select from reversal where product_transaction = draw.child)
   group by draw.parent
$$;

-- The lots that a company had before an instant. If a draw was reversed, it may also have lots that were used up by then:
-- the caller must calculate what was left.
-- Each "offset 0" lets PostgreSQL look up the few lots of each class by an index.
create function lots_before(company uuid, instant timestamptz) returns setof product_transaction stable language sql as $$
  select *
    from product_transaction
   where destination = lots_before.company and remaining is distinct from 0 and date < instant
   union all
  select lot.*
    from generate_series(0, cardinality(stock_duration_limits())) class
   cross join lateral (
         select *
           from product_transaction
          where destination = lots_before.company
            and remaining = 0
            and width_bucket(last_draw - date, stock_duration_limits()) = class
            and last_draw >= instant
            and last_draw < coalesce(instant + (stock_duration_limits())[class + 1], 'infinity')
            and date < instant
            and reversed_on is null
         offset 0) lot
$$;

-- What transactions and payments have in common. Only processing, which has parents, and a payment for a transaction may be
-- within one company.
create function transactions_and_payments()
returns table (id uuid, company uuid, type text, source uuid, destination uuid, card uuid, may_be_within_one boolean)
stable language sql as $$
  select id, company, type, source, destination, card,
         exists (select from product_transaction_parent where child = goods.id)
    from product_transaction goods
   union all
  select id, company, type, source, destination, card, transaction is not null
    from payment_transaction
$$;

create table estimate (
  id          uuid primary key,
  company     uuid        not null,
  farmer      uuid        not null,
  product     uuid        not null,
  date_from   date        not null,
  date_before date        not null,
  quantity    not_negative not null,
  creator     uuid        not null,
  updater     uuid        not null,
  created_on  timestamptz not null default now(),
  updated_on  timestamptz not null default now(),
  constraint estimate_company_farmer foreign key (company, farmer) references farmer (buyer, id) on update cascade,
  constraint estimate_period check (date_from < date_before)
);
create index estimate_list on estimate (company, id);
-- Find the estimates that a delivery of a farmer may exceed.
create index estimate_farmer on estimate (farmer, product);
create index estimate_changed on estimate (updated_on, id);
comment on table estimate is 'How much of a product a farmer is expected to deliver to its company in a period, in kg.';
