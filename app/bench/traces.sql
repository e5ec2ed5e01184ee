-- A lot of 10,000 deliveries of a farmer (number 0 of the ids in 8003), and a chain of 1,000 steps that begins with one
-- (the last is number 1,000 of those in 8004).
begin;

create temporary table step as
select ('00000000-0000-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid as id, 'w' || n as number, n > 0 as is_farmers
from generate_series(0, 10000) n
union all
select ('00000000-0000-7000-8004-' || lpad(to_hex(n), 12, '0'))::uuid, 'd' || n, n = 1
from generate_series(1, 1000) n;

insert into product_transaction (id, company, type, source, destination, product, amount, quantity, source_quantity,
                                 remaining, number, date, method, creator, updater, last_draw)
select step.id, :'company', 'INCOMING', case when is_farmers then :'farmer'::uuid else :'company'::uuid end, :'company',
       :'product', 0, 12.5, 12.5, 0, step.number, now(), 'NONE', farmer.creator, farmer.creator, now()
from step, farmer
where farmer.id = :'farmer';

insert into product_transaction_parent (child, parent, position, drawn)
select '00000000-0000-7000-8003-000000000000', ('00000000-0000-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid, n - 1, 12.5
from generate_series(1, 10000) n;

insert into product_transaction_parent (child, parent, position, drawn)
select ('00000000-0000-7000-8004-' || lpad(to_hex(n), 12, '0'))::uuid,
       ('00000000-0000-7000-8004-' || lpad(to_hex(n - 1), 12, '0'))::uuid, 0, 12.5
from generate_series(2, 1000) n;

commit;

analyze product_transaction, product_transaction_parent;
