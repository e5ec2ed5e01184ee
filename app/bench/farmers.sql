-- Farmers of a company with numbers 1 to :farmers in their ids, each with the company's form filled in. What belongs
-- to farmer n has n in its id as well: the SQL that the service sends can then be written down with n as a parameter.
begin;

insert into entity (id, kind)
select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'FARMER'
from generate_series(1, :farmers) n;

insert into farmer (id, buyer, number, first_name, creator, updater)
select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, :'company', 'bench' || n, 'Bench', creator, creator
from generate_series(1, :farmers) n, farmer
where farmer.id = :'like';

insert into submission (id, company, form, farmer, creator, updater)
select ('00000000-0000-7000-8001-' || lpad(to_hex(n), 12, '0'))::uuid, :'company', :'form',
       ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, creator, creator
from generate_series(1, :farmers) n, farmer
where farmer.id = :'like';

insert into submission_value (id, submission, field, value, creator, updater)
select ('00000000-0000-7000-8002-' || lpad(to_hex(n), 12, '0'))::uuid,
       ('00000000-0000-7000-8001-' || lpad(to_hex(n), 12, '0'))::uuid, :'field', 'bench', creator, creator
from generate_series(1, :farmers) n, farmer
where farmer.id = :'like';

commit;

analyze entity, farmer, submission, submission_value;
