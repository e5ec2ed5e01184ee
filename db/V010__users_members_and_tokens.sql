-- Users, members and tokens are records like the others: with who made and changed them, and when. What a command or a
-- file makes is the system user's.
alter table app_user
  add column creator uuid not null default '019c0000-0000-7000-8000-000000000001' references app_user,
  add column updater uuid not null default '019c0000-0000-7000-8000-000000000001' references app_user;

alter table token
  add column creator    uuid        not null default '019c0000-0000-7000-8000-000000000001' references app_user,
  add column updater    uuid        not null default '019c0000-0000-7000-8000-000000000001' references app_user,
  add column updated_on timestamptz not null default now();

alter table company_member
  add column id         uuid,
  add column is_active  boolean     not null default true,
  add column creator    uuid        not null default '019c0000-0000-7000-8000-000000000001' references app_user,
  add column updater    uuid        not null default '019c0000-0000-7000-8000-000000000001' references app_user,
  add column updated_on timestamptz not null default now();

-- Members of earlier get the id that they would have got: a UUID of version 7 of the time they were made. It is no
-- change of the record, so it is none of its history.
alter table company_member disable trigger history;
update company_member
   set id = encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
                                           placing substring(int8send((extract(epoch from created_on) * 1000)::bigint)
                                                             from 3)
                                           from 1 for 6),
                                   52, 1),
                           53, 1),
                   'hex')::uuid;
alter table company_member enable trigger history;
alter table company_member
  drop constraint company_member_pkey,
  alter column id set not null,
  add primary key (id),
  add constraint company_member_user unique (company, app_user);
comment on table company_member is 'Who works for a company, and who did: an ended membership is kept with is_active false.';
