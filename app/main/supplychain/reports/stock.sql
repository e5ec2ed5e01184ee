-- The lots that a company holds, by product: now, or before an instant. Of an earlier time it is what came until then
-- without what was drawn until then.
-- name: stock
with lot as (
       select product, date, quantity is null as is_unknown, coalesce(remaining, 0) as kg
         from product_transaction
        where :at::timestamptz is null
          and destination = :company::uuid
          and (:product::uuid is null or product = :product)
          and remaining is distinct from 0
       union all
       select lot.product, lot.date, lot.quantity is null, coalesce(lot.quantity, 0) - coalesce(drawn.kg, 0)
         from product_transaction lot
         left join (select draw.parent, sum(draw.drawn) as kg, bool_or(draw.drawn is null) as is_whole
                      from product_transaction child
                      join product_transaction_parent draw on draw.child = child.id
                     where child.source = :company::uuid and child.reversed_on is null and child.date < :at::timestamptz
                       and draw.drawn is distinct from 0
                     group by draw.parent) drawn on drawn.parent = lot.id
        where lot.destination = :company::uuid
          and lot.reversed_on is null
          and lot.date < :at::timestamptz
          and (:product::uuid is null or lot.product = :product)
          and case when lot.quantity is null then not coalesce(drawn.is_whole, false)
                   else lot.quantity > coalesce(drawn.kg, 0) end)
select product.name as "product.name", stock.kg, stock.lots, stock.unknown,
       (stock.first_date at time zone :zone::text)::date as oldest,
       json_build_object(
         'destination', :company::uuid, 'product', stock.product, 'in_stock', case when :at::timestamptz is null then true end,
         'is_reversed', case when :at::timestamptz is not null then false end, 'date_before', :at::timestamptz) as item,
       lower(product.name) || ' ' || stock.product as place
  from (select product, sum(kg) as kg, count(*) as lots, count(*) filter (where is_unknown) as unknown,
               min(date) as first_date
          from lot group by product) stock
  join product on product.id = stock.product
