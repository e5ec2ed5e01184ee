-- Erases a person: a farmer who asks for it (GDPR, Article 17, and similar laws).

create table erasure (
  id         uuid primary key,
  farmer     uuid         not null references farmer,
  reason     varchar(500) not null check (btrim(reason) <> ''),
  plots_until date,
  archives   text[]       not null default '{}',
  creator    uuid         not null,
  updater    uuid         not null,
  created_on timestamptz  not null default now(),
  updated_on timestamptz  not null default now()
);
create index erasure_farmer on erasure (farmer, id);
comment on table erasure is 'Who erased which farmer, when and why; never what. Append-only except for plots_until and archives.';
comment on column erasure.plots_until is
  'The day until which the law requires the plots of the farmer; null if they went with the erasure.';
comment on column erasure.archives is 'The files of old changes that may still have values of the farmer.';

-- The companies that had the farmer before have a copy too, if they follow the changes.
call keep_history_of('erasure',
  $r$(select farmer.buyer || array(select former.buyer
                                     from (select (h.before ->> 'buyer')::uuid as buyer, max(h.id) as last
                                             from history h
                                            where h.record = whole.id and h.kind = 'farmer'
                                              and h.before ->> 'buyer' is not null
                                            group by 1) former
                                    where former.buyer <> farmer.buyer
                                    order by former.last desc
                                    limit 2)
        from farmer where farmer.id = whole.id)$r$,
  array['farmer']);
create trigger append_only before delete or update of id, farmer, reason, creator, created_on on erasure
  execute function refuse_change();

-- An archive that is written during an erasure may have values of the farmer.
create function note_archive() returns trigger language plpgsql as $$
begin
  update erasure set archives = archives || new.file
   where created_on > new.before - interval '1 day' and new.file <> all (archives);
  return null;
end
$$;
create trigger note_archive after insert on history_archive for each row execute function note_archive();

-- The records of the person that a farmer is: those that were replaced, and the one that stays.
create function records_of(person uuid) returns uuid[] stable language sql as $$
  with named (stays) as (select coalesce(replaced_by, id) from farmer where id = person)
  select array_agg(id order by id)
    from (select stays as id from named
          union all
          select id from farmer join named on replaced_by = stays) same
$$;

-- The product transactions with a person, and all that drew from them, however far away.
create function goods_of(person uuid) returns uuid[] stable language sql as $$
  with recursive goods (id) as (
    select id from product_transaction where source = any (records_of(person))
    union
    select id from product_transaction where destination = any (records_of(person))
    union
    select child from product_transaction_parent join goods on parent = goods.id
  )
  select coalesce(array_agg(id), '{}') from goods
$$;

-- The EU wants to know for five years where goods grew: after their last transaction, and after their last origin file.
-- Null if the farmer has no goods.
create function plots_required_until(person uuid) returns date stable language sql as $$
  with goods as (select unnest(goods_of(person)) as id),
       moment (at) as (
         select max(date) from product_transaction join goods using (id)
         union all
         select max(created_on) from origin_file join goods on goods.id = origin_file.product_transaction)
  select (max(at) at time zone 'UTC' + interval '5 years')::date from moment
$$;

-- Lets this transaction change what else nobody can change, or ends that.
create function set_erasing(is_on boolean) returns text language sql as $$
  select set_config('supply_chain.erasing', case when is_on then 'on' else '' end, true)
$$;

-- Deletes filled-in forms of a farmer, but for the question of which form was filled in.
create function erase_forms(forms uuid[]) returns void language plpgsql as $$
begin
  delete from submission_value where submission = any (forms);
  update submission set updated_on = now() where id = any (forms);
  update history set before = redacted(kind, before), after = redacted(kind, after)
   where kind = 'submission_value' and part_of = any (forms);
end
$$;

-- Deletes the plots of a farmer unless the law still requires them. Returns the day until which it does.
create function erase_plots(person uuid) returns date language plpgsql as $$
declare
  until date := plots_required_until(person);
begin
  if until >= current_date then
    update plot set name = null, production_place = null, updated_on = now()
     where farmer = person and num_nonnulls(name, production_place) > 0;
  else
    update load_ref set ref = erased_ref(kind, ref)
     where kind = 'plots' and ref not like 'erased:%' and id in (select id from plot where farmer = person);
    delete from plot where farmer = person;
  end if;
  update history set before = redacted(kind, before), after = redacted(kind, after)
   where kind = 'plot' and part_of = person;
  return until;
end
$$;

-- Where a farmer without plots lives counts as the plot in the files of origins. So it becomes one.
create function keep_place(person uuid, by_user uuid, new_plot uuid) returns void language sql as $$
  insert into plot (id, company, farmer, geometry, creator, updater)
  select new_plot, buyer, id,
         jsonb_build_object('type', 'Point', 'coordinates',
           jsonb_build_array(trunc(longitude::numeric, 6), trunc(latitude::numeric, 6))),
         by_user, by_user
    from farmer
   where id = person and replaced_by is null and latitude is not null and longitude is not null and (latitude <> 0 or longitude <> 0)
     and not exists (select from plot where farmer = person and is_active)
     and plots_required_until(person) >= current_date
$$;

-- The cards of a farmer that nobody else held.
create function own_cards_of(person uuid) returns uuid[] stable language sql as $$
  select coalesce(array_agg(distinct card), '{}')
    from entity_card own
   where entity = person
     and not exists (select from entity_card other where other.card = own.card and other.entity <> person)
$$;

-- Whether an erasure empties a stored answer. An answer about one record shows personal data if it names the person or an own
-- card; a transaction shows those of the card alone. In an answer about many records, a finding or a warning may name
-- anybody of the company: by the name, by a value of a form, by a plot. Nobody can tell from its text whom it means.
create function can_name(answer idempotency_key, persons uuid[], cards uuid[], companies uuid[]) returns boolean
immutable language sql as $$
  select case
           when answer.location is null then answer.company = any (companies) and answer.body ~ '"(errors|warnings)":'
           else answer.body like any (array(select '%' || named || '%'
                                              from unnest(case when answer.location like '%-transactions/%' then cards
                                                               else persons || cards end) named)) end
$$;

-- The companies whose answers can name a person: those that have or had the farmer, and the operators, who have none.
create function readers_of(persons uuid[]) returns uuid[] stable language sql as $$
  select array(select buyer from farmer where id = any (persons)
               union
               select (before ->> 'buyer')::uuid from history
                where record = any (persons) and kind = 'farmer' and before ->> 'buyer' is not null
               union
               select '00000000-0000-0000-0000-000000000000')
$$;

-- A stored answer about many records, without its findings and warnings.
create function without_findings(body text) returns text immutable language sql as $$
  select string_agg(case when line <> '' then (line::jsonb - 'warnings' - 'errors')::text else line end, E'\n' order by place)
    from unnest(string_to_array(body, E'\n')) with ordinality as lines (line, place)
$$;

-- What stays of a stored answer. A repeat of a request for one record is told that the answer was erased.
create function emptied(answer idempotency_key) returns text immutable language sql as $$
  select case when answer.location is null then without_findings(answer.body) else '' end
$$;

-- Erases what can name these persons in the stored answers, once for all of them.
create function erase_answers(persons uuid[]) returns void language plpgsql as $$
declare
  cards     uuid[] := array(select distinct card from unnest(persons) person, unnest(own_cards_of(person)) card);
  companies uuid[] := readers_of(persons);
  since     timestamptz := (select min(xact_start) - interval '1 minute' from pg_stat_activity
                             where datname = current_database());
begin
  -- The long search stops nobody. The second one, of the answers that others stored meanwhile, lets them wait.
  update idempotency_key answer set body = emptied(answer) where can_name(answer, persons, cards, companies);
  perform pg_advisory_xact_lock(hashtextextended('stored answers', 0));
  update idempotency_key answer set body = emptied(answer)
   where created_on >= since and can_name(answer, persons, cards, companies);
  -- The answer to the request for this erasure names nobody: erase_late_answer shall keep it.
  perform set_config('supply_chain.erasures', (select count(*)::text from erasure), true)
    where current_setting('supply_chain.erasures', true) <> '';
end
$$;

-- A request that read a farmer before an erasure may store its answer after it. So that answer keeps no name at all. The
-- trigger has no condition: PostgreSQL would parse it again for each statement. It reads no table of new rows, which would
-- cost more than to find them by the time of the transaction in the rare case.
create function erase_late_answer() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('stored answers', 0));
  -- A separate statement: it sees an erasure for which the lock waited. Without a claimed key there is nothing to compare.
  if (select count(*)::text from erasure) <> nullif(current_setting('supply_chain.erasures', true), '') then
    update idempotency_key answer set body = emptied(answer) where created_on = now();
  end if;
  return null;
end
$$;
create trigger erase_late_answer after insert on idempotency_key for each statement execute function erase_late_answer();

-- Erases the records of a farmer, kind by kind. Returns the day until which the law requires the plots. A migration with
-- another kind whose records can tell who a farmer is replaces this function.
create function erase_parts(person uuid) returns date language plpgsql as $$
begin
  perform erase_forms(array(select id from submission where farmer = person
                            union
                            select record from history where kind = 'submission' and part_of = person));
  return erase_plots(person);
end
$$;

-- Erases the names that loaded files gave to a farmer, the farmer's own cards and the records about the farmer. A migration
-- with another kind of such records, which people load, replaces this function.
create function erase_refs(person uuid, own_cards uuid[]) returns void language sql as $$
  update load_ref set ref = erased_ref(kind, ref)
   where ref not like 'erased:%'
     and id in (select unnest(person || own_cards)
                union all select id from plot where farmer = person
                union all select id from estimate where farmer = person
                union all select id from product_transaction where source = person
                union all select id from product_transaction where destination = person
                union all select id from payment_transaction where source = person
                union all select id from payment_transaction where destination = person)
$$;

-- Erases a farmer, and records that. The stored answers follow: see erase_answers.
create function erase_farmer(erasure uuid, person uuid, why text, by_user uuid, at timestamptz)
  returns uuid language plpgsql as $$
declare
  own uuid[];
begin
  -- Statements of their own: only a statement that begins after the wait sees what others wrote meanwhile.
  perform from farmer where id = person for update;
  perform from card where id in (select card from entity_card where entity = person) order by id for update;
  perform from entity_card where entity = person order by id for update;
  perform from plot where farmer = person order by id for update;
  perform from submission where farmer = person order by id for update;
  own := own_cards_of(person);
  perform set_erasing(true);
  perform keep_place(person, by_user, erasure);
  -- Numbers such as 7KQ4M-Z2PX, as the service gives them.
  update farmer
     set number = (select overlay(string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(random, place) % 32, 1),
                                             '') placing '-' from 6 for 1)
                     from sha256(convert_to(gen_random_uuid()::text, 'UTF8')) random, generate_series(0, 9) place),
         first_name = 'Erased', last_name = null, phone = null, image = null, description = null,
         house_name = null, street = null, city = null, sub_province = null, province = null, latitude = null,
         longitude = null, zipcode = null, email = null, identification_no = null, reference_number = null,
         date_of_birth = null, gender = null, consent_status = 'NOT_GRANTED', updater = by_user, updated_on = now()
   where id = person;
  update entity_card set is_active = false, updater = by_user, updated_on = now() where entity = person and is_active;
  update card set card_id = 'erased-' || id, display_id = null, updater = by_user, updated_on = now()
   where id = any (own);
  insert into erasure (id, farmer, reason, plots_until, archives, creator, updater, created_on, updated_on)
  values (erasure, person, why, erase_parts(person), array(select file from history_archive order by transaction),
          by_user, by_user, at, at);
  update history set before = redacted(kind, before), after = redacted(kind, after)
   where record = any (person || own) and kind in ('farmer', 'card');
  perform erase_refs(person, own);
  perform set_erasing(false);
  return erasure;
end
$$;

-- Repeats the erasures in the temporary table later_erasure after a restore, and returns their number. It may name users
-- that were unknown at the time of the backup.
create function repeat_erasures() returns bigint language plpgsql as $$
declare
  erased uuid[] := '{}';
  later  record;
begin
  for later in
    select l.*, coalesce(app_user.id, '019c0000-0000-7000-8000-000000000001') as by_user
      from later_erasure l
      join farmer on farmer.id = l.farmer
      left join app_user on app_user.id = l.creator
     where not exists (select from erasure where erasure.id = l.id)
  loop
    perform erase_farmer(later.id, later.farmer, later.reason, later.by_user, later.created_on);
    erased := erased || later.farmer;
  end loop;
  perform erase_answers(erased);
  return cardinality(erased);
end
$$;

-- Deletes the plots that the law no longer requires.
create function erase_due() returns void language sql as $$
  select set_erasing(true);
  update erasure set plots_until = erase_plots(farmer)
   where plots_until < current_date and exists (select from plot where plot.farmer = erasure.farmer);
  select set_erasing(false);
$$;

-- The ids of all erased farmers, and of their cards that nobody else held.
create function erased_records() returns text[] stable language sql as $$
  select coalesce(array_agg(distinct record::text), '{}')
    from erasure cross join unnest(farmer || own_cards_of(farmer)) as record
$$;

-- Erases those of some records that are filled-in forms of a farmer.
create function erase_forms_of(records text[]) returns void language sql as $$
  select set_erasing(true);
  select erase_forms(array(select id from submission
                            where id = any (records::uuid[])
                              and product_transaction is null
                              and exists (select from submission_value where submission = submission.id)));
  select set_erasing(false);
$$;

-- PostgreSQL 18 can forget the samples that it took of a table. An analysis of an empty table would keep them.
create function forget_samples(sampled text[]) returns void language plpgsql as $$
begin
  if to_regprocedure('pg_clear_attribute_stats(text, text, text, boolean)') is not null then
    execute 'select pg_clear_attribute_stats(nspname::text, relname::text, attname::text, false)
               from pg_class
               join pg_namespace on pg_namespace.oid = relnamespace
               join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
              where pg_class.oid = any ($1::regclass[])
                 or pg_class.oid in (select indexrelid from pg_index where indrelid = any ($1::regclass[]))'
      using sampled;
  end if;
end
$$;

-- More than a segment of PostgreSQL's log, so that the next checkpoint removes the one before. Returns whether the user may
-- order a checkpoint.
create function fill_log() returns boolean volatile language sql as $$
  select pg_logical_emit_message(false, 'erased', repeat('.', 1000000)) from generate_series(1, 40);
  select exists (select from pg_roles where rolname = 'pg_checkpoint' and pg_has_role(oid, 'usage'))
$$;

-- Notes that a file has nothing of these farmers any more. An unknown file has moved: its name counts.
create function archive_done(file text, erased text[]) returns void language sql as $$
  update erasure
     set archives = array(select noted from unnest(archives) noted
                           where noted <> archive_done.file
                             and (exists (select from history_archive known where known.file = archive_done.file)
                                  or regexp_replace(noted, '.*[/\\]', '')
                                     <> regexp_replace(archive_done.file, '.*[/\\]', '')))
   where cardinality(archives) > 0 and farmer = any (erased::uuid[])
$$;

-- What an erasure could not reach, and what it kept, as far as the company of a reader can see it; null is an operator.
create function erasure_remains(erasure erasure, reader uuid) returns json stable language sql as $$
  select coalesce(json_agg(json_build_object('kind', kind, 'name', name, 'detail', detail) order by place, name), '[]')
    from (
      select 1, 'backups', null::text,
             format('A backup from before %s has the data. Give restore a later backup, or the output of erase --list, with'
                    ' --erasures: it then erases the farmer again. Delete the backup when you no longer need it.',
                    to_char(erasure.created_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      union all
      select 2, 'archive', case when reader is null then file else regexp_replace(file, '.*[/\\]', '') end,
             'This file of old changes may have the data. The service rewrites it within a day if it may write to the file.'
             ' If the file is elsewhere, run: erase --archive FILE.'
        from unnest(erasure.archives) file
      union all
      select 3, 'origin_file', file.id::text,
             'The law requires a file of origins for five years. It has plots of the farmer, and the name if the farmer had'
             ' consented.'
        from origin_file file
       where file.product_transaction = any (goods_of(erasure.farmer))
         and (reader is null or file.company = reader)
      union all
      select 4, 'plots', null,
             format('The law requires a record of where the goods grew, so plots of the farmer stay: %s until %s.',
                    count(*), erasure.plots_until)
        from plot where plot.farmer = erasure.farmer having count(*) > 0
      union all
      select 5, 'card', held.card::text, 'Another farmer or company held this card too, so it keeps its card_id.'
        from (select distinct own.card
                from entity_card own
                join entity_card other on other.card = own.card and other.entity <> own.entity
               where own.entity = erasure.farmer and (reader is null or own.company = reader)) held
      union all
      select 6, 'transactions', null,
             format('The books keep %s product transactions and %s payments. Check their forms, invoices and reasons of'
                    ' reversals: somebody may have written a name there.', goods.count, paid.count)
        from (select count(*) from product_transaction t
               where erasure.farmer in (t.source, t.destination)
                 and (reader is null or reader in (t.company, t.source, t.destination))) goods,
             (select count(*) from payment_transaction t
               where erasure.farmer in (t.source, t.destination)
                 and (reader is null or reader in (t.company, t.source, t.destination))) paid
       where goods.count + paid.count > 0
      union all
      select 7, 'followers', null,
             'Programs that follow the changes have a copy, and receive ERASED for this farmer. Make sure that they erase it.'
    ) part (place, kind, name, detail)
$$;

revoke execute on function erase_farmer, erase_parts, erase_refs, erase_forms, erase_plots from public;
