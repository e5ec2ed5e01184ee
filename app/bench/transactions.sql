-- Product transactions :first to :last of a company with the farmers of farmers.sql: nine purchases, and a sale of the
-- ninth, over and over, :apart from each other. The purchases until :used are used up: processing.sql says by what, an hour
-- after the last of each hundred. Their history, which no list reads, is left out: writing it would take longer than all else.
begin;
alter table product_transaction disable trigger user;
alter table product_transaction_parent disable trigger user;

insert into product_transaction
  (id, company, type, source, destination, product, amount, quantity, source_quantity, remaining, currency, number, date, method,
   creator, updater, created_on, updated_on, last_draw)
select ('00000000-0000-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid, :'company',
       case when sold then 'OUTGOING' else 'INCOMING' end, case when sold then :'company'::uuid else grower end,
       case when sold then :'buyer'::uuid else :'company'::uuid end, :'product', 2000 * kilograms, kilograms, kilograms,
       case when n % 10 = 9 and n < :last or n % 10 between 1 and 8 and n <= :used then 0 else kilograms end,
       recorder.currency, 'b' || to_hex(n), at, 'NONE', recorder.creator, recorder.creator, at, at,
       case when n % 10 = 9 and n < :last then at + :'apart'::interval
            when n % 10 between 1 and 8 and n <= :used then at + (98 - n % 100) * :'apart'::interval + interval '1 hour' end
from generate_series(:first::bigint, :last) n,
     lateral (select n % 10 = 0,
                     ('00000000-0000-7000-8000-' || lpad(to_hex(1 + n % :farmers), 12, '0'))::uuid,
                     10.5 + (n - case when n % 10 = 0 then 1 else 0 end) % 100,
                     :'start'::timestamptz + n * :'apart'::interval) of_it (sold, grower, kilograms, at),
     company recorder
where recorder.id = :'company';

insert into product_transaction_parent (child, parent, position, drawn)
select id, ('00000000-0000-7000-8003-' || lpad(to_hex(n - 1), 12, '0'))::uuid, 0, quantity
from generate_series(:first + (10 - :first % 10) % 10, :last, 10) n
join product_transaction on id = ('00000000-0000-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid;

alter table product_transaction enable trigger user;
alter table product_transaction_parent enable trigger user;
commit;

vacuum analyze product_transaction, product_transaction_parent;
