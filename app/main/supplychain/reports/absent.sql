-- The farmers of a company without a delivery in a period, a plot, a card or a consent.
-- name: absent
with seen as (
       select farmer.id, farmer.number, farmer_name(first_name, last_name) as name, farmer.consent_status as consent,
              coalesce(delivery.count, 0) as deliveries,
              (select date
                 from product_transaction
                where source = farmer.id and destination = :company::uuid and reversed_on is null
                order by product_transaction.id desc
                limit 1) as last_date,
              (select count(*) from plot where plot.farmer = farmer.id and plot.is_active) as plots,
              exists (select from entity_card where entity = farmer.id and is_active) as card
         from farmer
         left join (select source, count(*) as count
                      from product_transaction
                     where destination = :company
                       and reversed_on is null
                       and (:date_from::timestamptz is null or date >= :date_from)
                       and (:date_before::timestamptz is null or date < :date_before)
                     group by source) delivery on delivery.source = farmer.id
        where farmer.buyer = :company::uuid
          and farmer.replaced_by is null
          and not exists (select from erasure where erasure.farmer = farmer.id))
select number as "farmer.number", name as "farmer.name", deliveries,
       (last_date at time zone :zone::text)::date as last_delivery, plots, card, consent,
       json_build_object(
         'source', id, 'destination', :company::uuid, 'is_reversed', false,
         'date_from', :date_from::timestamptz, 'date_before', :date_before::timestamptz) as item,
       concat_ws(' ', lower(name), id) as place
  from seen
 where case :lacks when 'delivery' then deliveries = 0
                   when 'plot' then plots = 0
                   when 'card' then not card
                   when 'consent' then consent <> 'GRANTED'
                   else deliveries = 0 or plots = 0 or not card or consent <> 'GRANTED' end
