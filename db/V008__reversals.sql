-- How a mistake is mended: a record that counters another, which stays as it was recorded.

create table reversal (
  id                  uuid primary key,
  company             uuid         not null references company,
  product_transaction uuid unique references product_transaction,
  payment_transaction uuid unique references payment_transaction,
  reason              varchar(500) not null check (btrim(reason) <> ''),
  creator             uuid         not null references app_user,
  updater             uuid         not null references app_user,
  created_on          timestamptz  not null default now(),
  updated_on          timestamptz  not null default now(),
  check (num_nonnulls(product_transaction, payment_transaction) = 1)
);
comment on column reversal.company is 'The company that recorded what is reversed, and reversed it.';
comment on column reversal.product_transaction is
  'Its goods never moved: what is left of it is 0, and its parents have back what it drew.';

call keep_history_of('reversal', 'product_transaction', 'payment_transaction');
create trigger append_only before update or delete on reversal execute function refuse_change();
comment on table reversal is 'Append-only.';

comment on column product_transaction.remaining is
  'What is left of quantity; null while a lot of unknown quantity is untouched, 0 once it was taken
   or reversed.';
