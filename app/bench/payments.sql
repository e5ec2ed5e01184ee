-- A payment for each purchase of transactions.sql: nine of ten in full, the others half; and a premium for each tenth.
begin;
alter table payment_transaction disable trigger user;

insert into payment_transaction
  (id, company, type, payment_type, source, destination, transaction, premium, amount, currency, number, date, method,
   creator, updater, created_on, updated_on)
select ('00000000-0000-7000-8004-' || right(goods.id::text, 12))::uuid, goods.company, 'OUTGOING',
       case when has_premium then 'TRANSACTION_PREMIUM' else 'TRANSACTION' end, goods.destination, goods.source, goods.id,
       case when has_premium then :'premium'::uuid end, case when n % 10 = 3 then goods.amount / 2 else goods.amount end,
       goods.currency, goods.number, goods.date + interval '1 hour', 'NONE', goods.creator, goods.creator, goods.date, goods.date
  from product_transaction goods
 cross join lateral (select ('x' || right(goods.id::text, 8))::bit(32)::bigint) at (n)
 cross join lateral (select n % 10 = 7) of_it (has_premium)
 where goods.destination = :'company' and goods.id < '00000000-0000-7000-8004-000000000000';

alter table payment_transaction enable trigger user;
commit;

vacuum analyze payment_transaction;
