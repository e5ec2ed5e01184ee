-- Files of origins that were made and kept: the same bytes can be shown years later, whatever plots became since.

create table origin_file (
  id                  uuid primary key,
  company             uuid references company,
  product_transaction uuid        not null references product_transaction,
  is_complete         boolean     not null,
  net_mass_kg         numeric     check (net_mass_kg >= 0),
  product             uuid        not null references product,
  plots               integer     not null check (plots >= 0),
  producers           integer     not null check (producers >= 0),
  countries           json        not null,
  bytes               integer     not null check (bytes > 0),
  sha256              text        not null check (sha256 ~ '^[0-9a-f]{64}$'),
  transactions        json        not null,
  blockers            json        not null,
  blockers_total      integer     not null check (blockers_total >= 0),
  warnings            json        not null,
  warnings_total      integer     not null check (warnings_total >= 0),
  creator             uuid        not null references app_user,
  updater             uuid        not null references app_user,
  created_on          timestamptz not null default now(),
  updated_on          timestamptz not null default now(),
  check (is_complete = (blockers_total = 0))
);
create index origin_file_company on origin_file (company, id);
create index origin_file_product_transaction on origin_file (product_transaction, id);
create index origin_file_changed on origin_file (updated_on, id);
comment on table origin_file is 'The summary of a file of origins, as it was when the file was made. Append-only.';
comment on column origin_file.company is
  'The company whose sight the file has and whose it is; null for an operator, who sees all.';
comment on column origin_file.transactions is 'The ids of the transaction and of every one that it came from.';

-- Apart from its summary, so that neither the history nor a list carries it.
create table origin_file_content (
  origin_file uuid  primary key references origin_file,
  content     bytea not null
);
comment on table origin_file_content is
  'The bytes of a file of origins. Append-only, and its first state is its last: no history.';

call keep_history_of('origin_file', 'product_transaction');
create trigger append_only before update or delete on origin_file execute function refuse_change();
create trigger append_only before update or delete or truncate on origin_file_content
  execute function refuse_change();
