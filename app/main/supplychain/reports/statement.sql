-- The trade and the payments between a farmer and the farmer's company in a period, as one document. The transactions of
-- farmers whom this one replaced count too. What the company owes is the same as in the report of balances: premiums are
-- beside it.
-- name: statement
with party as (
       select id from farmer where :farmer::uuid in (id, replaced_by)),
     who as (
       select farmer.*, company.name as company_name from farmer join company on company.id = farmer.buyer
        where farmer.id = :farmer),
     moved as (
       select goods.*, true as is_delivery from product_transaction goods
         join party on party.id = source join who on who.buyer = destination
        union all
       select goods.*, false from product_transaction goods
         join party on party.id = destination join who on who.buyer = source),
     goods as (
       select moved.*, product.name as product_name, code, (date at time zone :zone::text)::date as day,
              :date_from::timestamptz is null or date >= :date_from as is_listed
         from moved
         join product on product.id = moved.product
         left join currency on currency.id = moved.currency
        where reversed_on is null
          and (:date_before::timestamptz is null or date < :date_before)),
     transfer as (
       select payment.*, amount as paid from payment_transaction payment
         join party on party.id = destination join who on who.buyer = source
        union all
       select payment.*, -amount from payment_transaction payment
         join party on party.id = source join who on who.buyer = destination),
     payment as (
       select transfer.*, code, (date at time zone :zone)::date as day,
              (select number from product_transaction where id = transfer.transaction) as transaction_number,
              (select name from premium where id = transfer.premium) as premium_name,
              :date_from::timestamptz is null or date >= :date_from as is_listed
         from transfer
         left join currency on currency.id = transfer.currency
        where not exists (select from reversal where payment_transaction = transfer.id)
          and (:date_before::timestamptz is null or date < :date_before)),
     flow as (
       select code, is_listed, case when is_delivery then amount else 0 end as delivered,
              case when is_delivery then 0 else amount end as received, 0::numeric as paid, 0::numeric as premiums
         from goods
        union all
       select code, is_listed, 0, 0, case when premium is null then paid else 0 end,
              case when premium is null then 0 else paid end
         from payment),
     balance as (
       select code, coalesce(sum(delivered - received - paid) filter (where not is_listed), 0) as opening,
              coalesce(sum(delivered) filter (where is_listed), 0) as delivered,
              coalesce(sum(received) filter (where is_listed), 0) as received,
              coalesce(sum(paid) filter (where is_listed), 0) as paid, sum(delivered - received - paid) as closing,
              coalesce(sum(premiums) filter (where is_listed), 0) as premiums
         from flow group by code)
select json_build_object(
         'company', json_build_object('id', who.buyer, 'name', who.company_name),
         'farmer', json_build_object('id', who.id, 'number', who.number,
                                     'name', farmer_name(who.first_name, who.last_name), 'village', who.city),
         'day', (now() at time zone :zone)::date,
         'first_day', (:date_from::timestamptz at time zone :zone)::date,
         'last_day', ((:date_before::timestamptz - interval '1 microsecond') at time zone :zone)::date,
         'deliveries', (
           select coalesce(json_agg(json_build_object(
                    'number', number, 'day', day, 'product', product_name, 'kg', quantity::text, 'amount', amount::text,
                    'currency', code) order by date, id), '[]')
             from (select * from goods where is_delivery and is_listed order by date, id limit :most) listed),
         'products', (
           select coalesce(json_agg(total order by total ->> 'product', total ->> 'currency'), '[]')
             from (select json_build_object(
                            'product', product_name, 'deliveries', count(*), 'kg', coalesce(sum(quantity), 0)::text,
                            'unknown', count(*) filter (where quantity is null), 'amount', sum(amount)::text,
                            'currency', code) as total
                     from goods where is_delivery and is_listed group by product, product_name, code) product_total),
         'received', (
           select coalesce(json_agg(json_build_object(
                    'number', number, 'day', day, 'product', product_name, 'kg', quantity::text, 'amount', amount::text,
                    'currency', code) order by date, id), '[]')
             from (select * from goods where not is_delivery and is_listed order by date, id limit :most) listed),
         'payments', (
           select coalesce(json_agg(json_build_object(
                    'number', number, 'day', day, 'transaction', transaction_number, 'amount', paid::text,
                    'currency', code) order by date, id), '[]')
             from (select * from payment where premium is null and is_listed order by date, id limit :most) listed),
         'premiums', (
           select coalesce(json_agg(json_build_object(
                    'number', number, 'day', day, 'transaction', transaction_number, 'premium', premium_name,
                    'amount', paid::text, 'currency', code) order by date, id), '[]')
             from (select * from payment where premium is not null and is_listed order by date, id limit :most) listed),
         'balances', (
           select coalesce(json_agg(json_build_object(
                    'currency', code, 'opening', opening::text, 'delivered', delivered::text, 'received', received::text,
                    'paid', paid::text, 'closing', closing::text, 'premiums', premiums::text) order by code), '[]')
             from balance),
         'plots', (
           select coalesce(json_agg(json_build_object('name', name, 'area', area::text) order by name, id), '[]')
             from plot where farmer = who.id and is_active))::text as document
  from who
