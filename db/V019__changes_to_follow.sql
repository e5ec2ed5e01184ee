-- What others follow to keep a copy elsewhere: the changes of records, numbered in the order in which they were committed.
-- The history has ids in the order in which they were taken, and who takes one first may commit last. So whoever asks
-- for changes first numbers those that have been committed since: one at a time, by the snapshots of PostgreSQL.

create index history_transaction on history (transaction, id);
-- Whose farmer it was before it moved.
create index history_moved on history (record, id) where kind = 'farmer' and before ->> 'buyer' is not null;

create table change_feed (
  id           boolean     primary key default true check (id),
  installation uuid        not null default gen_random_uuid(),
  since        pg_snapshot not null,
  until        pg_snapshot,
  taken        bigint      not null default 0,
  settled      bigint      not null,
  position     bigint      not null default 0
);
comment on table change_feed is
  'How far the history is numbered, in one row. No history: it records nothing of its own.';
comment on column change_feed.since is 'Every change that is visible in it has its number.';
comment on column change_feed.until is 'What is visible in it is being numbered; null when nothing is.';
comment on column change_feed.taken is 'Up to which id of the history that has been done.';
comment on column change_feed.settled is
  'Up to this id of the history nothing is left to number, whatever its transaction: another cluster may have had it.';
comment on column change_feed.position is 'The last number that was given.';

create table change (
  position  bigint primary key,
  history   bigint not null references history,
  resource  text   not null,
  record    uuid   not null,
  operation text   not null check (operation in ('CREATED', 'CHANGED')),
  changed   text[] not null
);
comment on table change is
  'A change of a record by one transaction, with all its parts. Append-only. No history: it is made of it.';
comment on column change.history is 'The last change of the history that is in it.';
comment on column change.changed is 'The fields of the record that changed; none of a new one.';

create table change_reader (
  reader   uuid   not null,
  position bigint not null references change,
  primary key (reader, position)
);
comment on table change_reader is 'Whom a change is for. Append-only. No history: it is made of it.';
comment on column change_reader.reader is
  'The company whose record it was at the time, the user where it is one; all zeros is everybody.';

create trigger append_only before update or delete or truncate on change execute function refuse_change();
create trigger append_only before update or delete or truncate on change_reader execute function refuse_change();

-- It begins now: nobody followed before, and who does takes the lists first. Who writes at this moment is waited for.
lock table history in share row exclusive mode;
insert into change_feed (since, settled) select pg_current_snapshot(), coalesce(max(id), 0) from history;
