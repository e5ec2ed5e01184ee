-- The rows that make a repeated request or a repeated load harmless.

create table idempotency_key (
  app_user     uuid         not null,
  company      uuid         not null,
  key          varchar(255) not null,
  request_hash bytea        not null,
  status       integer      not null,
  location     text,
  body         text         not null,
  created_on   timestamptz  not null default now(),
  primary key (app_user, company, key)
);
-- Delete keys that are too old.
create index idempotency_key_created_on on idempotency_key (created_on);
comment on table idempotency_key is 'Answers, kept for repeats until they are too old. No history: they record nothing.';
comment on column idempotency_key.company is 'The caller''s company; the nil UUID for an operator.';

create table load_ref (
  kind text not null,
  ref  varchar(255) not null,
  id   uuid not null,
  primary key (kind, ref)
);
comment on table load_ref is 'The record to which a name in a loaded file refers. No history: the record has it.';

-- The ref of an erased farmer: a load that repeats it finds the record, and nobody can read the name.
create function erased_ref(kind text, ref text) returns text immutable language sql as $$
  select 'erased:' || encode(sha256(convert_to(kind || '/' || ref, 'UTF8')), 'hex')
$$;

create table recorded_file (
  company    uuid        not null,
  sha256     bytea       not null,
  lines      integer     not null,
  request    text        not null,
  created_on timestamptz not null default now(),
  primary key (company, sha256)
);
comment on table recorded_file is 'Files with new records that nothing but their bytes would recognize. No history: they record nothing.';
comment on column recorded_file.company is 'The caller''s company; the nil UUID for an operator.';
comment on column recorded_file.sha256 is 'Of the path, the parameter match and the bytes of the file.';
