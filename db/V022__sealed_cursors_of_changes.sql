-- A cursor of changes is sealed, so that nobody reads in it how much others write: with a secret of the installation, which
-- its backup takes along.
alter table change_feed
  add column secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    check (length(secret) = 32);
comment on column change_feed.secret is 'What cursors are sealed with.';

-- A record that comes from another company is new to the one it comes to.
alter table change_reader add column appears boolean not null default false;
comment on column change_reader.appears is 'Whether the record came to the reader with this change, from another.';
