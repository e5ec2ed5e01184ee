-- A lot of another product for each hundred of the transactions 1 to :used of transactions.sql, made of the eighty lots
-- that are not sold, after the last of them. It is a fifth of their weight, and stays in stock.
begin;
alter table product_transaction disable trigger user;
alter table product_transaction_parent disable trigger user;

create temporary table step as
select ('00000000-0000-7000-8005-' || lpad(to_hex(n / 100), 12, '0'))::uuid as id, array_agg(lot.id order by lot.id) as parents,
       sum(lot.quantity) as kilograms, max(lot.date) + interval '1 hour' as at
from generate_series(0, :used::bigint - 1) n
join product_transaction lot on lot.id = ('00000000-0000-7000-8003-' || lpad(to_hex(n + 1), 12, '0'))::uuid
where lot.destination = :'company' and (n + 1) % 10 between 1 and 8
group by n / 100;

insert into product_transaction
  (id, company, type, source, destination, product, amount, quantity, source_quantity, remaining, currency, number, date, method,
   creator, updater, created_on, updated_on)
select step.id, company.id, 'OUTGOING', company.id, company.id, :'product', 0, kilograms / 5, kilograms, kilograms / 5,
       company.currency, 'p' || right(step.id::text, 8), at, 'NONE', company.creator, company.creator, at, at
from step, company
where company.id = :'company';

insert into product_transaction_parent (child, parent, position, drawn)
select step.id, lot.id, place - 1, lot.quantity
from step, unnest(parents) with ordinality drawn (parent, place)
join product_transaction lot on lot.id = parent;

alter table product_transaction enable trigger user;
alter table product_transaction_parent enable trigger user;
commit;

vacuum analyze product_transaction, product_transaction_parent;
