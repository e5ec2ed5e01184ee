-- name: personal_data
-- Everything that the service keeps about a farmer and that a company can see; null is an operator. If the farmer was
-- recorded twice, all records of the person count.
with reader (company) as (select :company::uuid),
     person (records) as (select records_of(:farmer)),
     held as (
       select entity_card.*
         from entity_card cross join reader cross join person
        where entity_card.entity = any (records) and (reader.company is null or entity_card.company = reader.company)),
     form_of as (
       select submission.*
         from submission cross join reader cross join person
        where submission.id in (select id from submission where farmer = any (records)
                                union
                                select record from history where kind = 'submission' and part_of = any (records))
          and (reader.company is null or submission.company = reader.company)),
     traded (id) as (
       select id from product_transaction where source = any (records_of(:farmer))
        union
       select id from product_transaction where destination = any (records_of(:farmer))
        union
       select id from payment_transaction where source = any (records_of(:farmer))
        union
       select id from payment_transaction where destination = any (records_of(:farmer))),
     goods as (
       select t.*
         from product_transaction t join traded using (id) cross join reader
        where reader.company is null or reader.company in (t.company, t.source, t.destination)),
     paid as (
       select t.*
         from payment_transaction t join traded using (id) cross join reader
        where reader.company is null or reader.company in (t.company, t.source, t.destination)),
     change as (
       select h.*
         from history h cross join reader cross join person
        where (h.record = any (records || array(select card from held))
               or h.part_of = any (records || array(select id from form_of)))
          and (reader.company is null or reader.company = any (h.readers)))
select json_build_object(
  'farmer', (select to_jsonb(farmer) - '{creator,updater}'::text[] from farmer where id = :farmer),
  'other_records', (
    select coalesce(json_agg(to_jsonb(farmer) - '{creator,updater}'::text[] order by id), '[]')
      from farmer cross join person where id = any (records) and id <> :farmer),
  'cards', (
    select coalesce(json_agg(json_build_object(
             'id', card.id, 'card_id', card.card_id, 'display_id', card.display_id, 'is_active', held.is_active,
             'created_on', held.created_on, 'updated_on', held.updated_on) order by held.id), '[]')
      from held join card on card.id = held.card),
  'plots', (
    select coalesce(json_agg(to_jsonb(plot) - '{creator,updater}'::text[] order by id), '[]')
      from plot cross join person where farmer = any (records)),
  'estimates', (
    select coalesce(json_agg(to_jsonb(estimate) - '{creator,updater}'::text[] order by id), '[]')
      from estimate cross join person where farmer = any (records)),
  'submissions', (
    select coalesce(json_agg(json_build_object(
             'id', form_of.id, 'form', form_of.form, 'created_on', form_of.created_on, 'updated_on', form_of.updated_on,
             'values', (select coalesce(json_agg(json_build_object('field', f.key, 'label', f.label, 'value', v.value)
                                                 order by f.position), '[]')
                          from submission_value v join form_field f on f.id = v.field
                         where v.submission = form_of.id)) order by form_of.id), '[]')
      from form_of),
  'product_transactions', (
    select coalesce(json_agg(to_jsonb(goods) - '{creator,updater,last_draw}'::text[] || jsonb_build_object(
             'reversal', (select reason from reversal where product_transaction = goods.id),
             'values', (select coalesce(jsonb_agg(jsonb_build_object('field', f.key, 'label', f.label, 'value', v.value)
                                                  order by s.id, f.position), '[]')
                          from submission s join submission_value v on v.submission = s.id join form_field f on f.id = v.field
                         where s.product_transaction = goods.id)) order by goods.id), '[]')
      from goods),
  'payment_transactions', (
    select coalesce(json_agg(to_jsonb(paid) - '{creator,updater}'::text[] || jsonb_build_object(
             'reversal', (select reason from reversal where payment_transaction = paid.id),
             'submissions', (
               select coalesce(jsonb_agg(submission order by position), '[]')
                 from payment_transaction_submission where payment_transaction = paid.id)) order by paid.id), '[]')
      from paid),
  'origin_files', (
    select coalesce(json_agg(json_build_object('id', file.id, 'product_transaction', file.product_transaction,
                                               'created_on', file.created_on) order by file.id), '[]')
      from origin_file file cross join reader
     where file.product_transaction = any (goods_of(:farmer)) and (reader.company is null or file.company = reader.company)),
  'stored_answers', (
    select coalesce(json_agg(json_build_object('created_on', answer.created_on, 'location', answer.location)
                             order by answer.created_on, answer.location), '[]')
      from idempotency_key answer cross join reader cross join person
     where (answer.body like any (array(select '%' || record || '%' from unnest(records) record))
            or can_name(answer, records, array(select card from held), readers_of(records)))
       and (reader.company is null or answer.company = reader.company)),
  'load_refs', (
    select coalesce(json_agg(json_build_object('kind', kind, 'ref', ref) order by kind, ref), '[]')
      from load_ref cross join person
     where id = any (records)
        or id in (select card from held union all select id from plot where farmer = any (records)
                  union all select id from estimate where farmer = any (records)
                  union all select id from goods union all select id from paid)),
  'history', (
    select coalesce(json_agg(json_build_object('at', at, 'kind', kind, 'record', record, 'operation', operation,
                                               'before', before, 'after', after) order by id), '[]')
      from change),
  'archives', (
    select coalesce(json_agg(case when company is null then file else regexp_replace(file, '.*[/\\]', '') end
                             order by transaction), '[]')
      from history_archive cross join reader),
  'erasures', (
    select coalesce(json_agg(json_build_object('id', id, 'reason', reason, 'plots_until', plots_until,
                                               'created_on', created_on) order by id), '[]')
      from erasure cross join person where farmer = any (records)))::text
