-- What an erasure could not reach, and what it kept, as far as a company, {0}, can see it; null is an operator.
select coalesce(json_agg(json_build_object('kind', kind, 'name', name, 'detail', detail) order by place, name), '[]')
  from (
    select 1, 'backups', null::text,
           format('A backup from before %s has the data. Give restore a later backup, or the output of erase --list, with'
                  ' --erasures: it then erases the farmer again. Delete the backup when you no longer need it.',
                  to_char(erasure.created_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    union all
    select 2, 'archive', case when {0} is null then file else regexp_replace(file, '.*[/\\]', '') end,
           'This file of old changes may have the data. The service rewrites it within a day if it may write to the file.'
           ' If the file is elsewhere, run: erase --archive FILE.'
      from unnest(erasure.archives) file
    union all
    select 3, 'origin_file', file.id::text,
           'The law requires a file of origins for five years. It has plots of the farmer, and the name if the farmer had'
           ' consented.'
      from origin_file file
     where file.product_transaction = any (goods_of(erasure.farmer)) and ({0} is null or file.company = {0})
    union all
    select 4, 'plots', null,
           format('The law requires a record of where the goods grew, so plots of the farmer stay: %s until %s.', count(*), erasure.plots_until)
      from plot where plot.farmer = erasure.farmer having count(*) > 0
    union all
    select 5, 'card', held.card::text, 'Another farmer or company held this card too, so it keeps its card_id.'
      from (select distinct own.card
              from entity_card own
              join entity_card other on other.card = own.card and other.entity <> own.entity
             where own.entity = erasure.farmer and ({0} is null or own.company = {0})) held
    union all
    select 6, 'transactions', null,
           format('The books keep %s product transactions and %s payments. Check their forms, invoices and reasons of'
                  ' reversals: somebody may have written a name there.', goods.count, paid.count)
      from (select count(*) from product_transaction t
             where erasure.farmer in (t.source, t.destination) and ({0} is null or {0} in (t.company, t.source, t.destination))) goods,
           (select count(*) from payment_transaction t
             where erasure.farmer in (t.source, t.destination) and ({0} is null or {0} in (t.company, t.source, t.destination))) paid
     where goods.count + paid.count > 0
    union all
    select 7, 'followers', null,
           'Programs that follow the changes have a copy, and receive ERASED for this farmer. Make sure that they erase it.'
  ) part (place, kind, name, detail)
