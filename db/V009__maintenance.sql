-- What people have done to keep the records safe, for /metrics and the command status.

create table maintenance (
  id             bigint      generated always as identity primary key,
  task           text        not null check (task in ('BACKUP', 'BACKUP_CHECK', 'VERIFY')),
  finished_on    timestamptz not null default clock_timestamp(),
  is_right       boolean     not null,
  details        text        not null,
  database_bytes bigint      not null default pg_database_size(current_database())
);
-- Find the last end of a task.
create index maintenance_last on maintenance (task, finished_on);
comment on table maintenance is
  'Each backup, each check of a backup and each verify that came to its end. No history: it says itself when it was made.';
comment on column maintenance.is_right is 'Whether the task found no mistake.';
comment on column maintenance.details is 'What the command said at its end, without names of people.';
comment on column maintenance.database_bytes is 'The size of the database then: the growth of the records.';
