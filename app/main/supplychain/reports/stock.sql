-- The lots that a company holds, by product: now, or before an instant. At an earlier time, the lots of that time had what
-- they have now and what was drawn since. "offset 0" lets PostgreSQL look up the draws of each child by an index.
-- name: stock
with since as materialized (
       select id from product_transaction where destination = :company::uuid and date >= :at::timestamptz),
     later as materialized (
       select draw.parent, sum(draw.drawn) as kg
         from product_transaction child
        cross join lateral (
              select parent, drawn
                from product_transaction_parent
               where child = child.id and drawn is distinct from 0 offset 0) draw
        where child.source = :company
          and child.reversed_on is null
          and child.date >= :at
          and not exists (select from since where id = draw.parent)
        group by draw.parent),
     lot as (
       select product, date, quantity is null as is_unknown, coalesce(remaining, 0) as kg
         from product_transaction lot
        where destination = :company::uuid
          and (:product::uuid is null or product = :product)
          and (:at::timestamptz is null or date < :at)
          and remaining is distinct from 0
          and not exists (select from later where parent = lot.id)
       union all
       select lot.product, lot.date, lot.quantity is null, coalesce(lot.remaining, 0) + coalesce(later.kg, 0)
         from later
         join product_transaction lot on lot.id = later.parent
        where lot.destination = :company::uuid
          and (:product::uuid is null or lot.product = :product)
          and lot.date < :at::timestamptz
          and lot.reversed_on is null)
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
