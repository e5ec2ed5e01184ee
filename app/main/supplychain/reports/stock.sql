-- The lots that a company holds, by product: now, or before an instant. At an earlier time, a lot had what it has now and what
-- was drawn since.
-- name: stock
with lot as (
       select lot.product, lot.date, lot.quantity is null as is_unknown,
              coalesce(lot.remaining, 0) + coalesce(later.kg, 0) as kg
         from lots_before(:company::uuid, coalesce(:at::timestamptz, 'infinity')) lot
        cross join lateral (
              select count(*) as draws, sum(draw.drawn) as kg
                from product_transaction_parent draw
                join product_transaction child on child.id = draw.child
               where draw.parent = lot.id
                 and draw.drawn is distinct from 0
                 and child.date >= :at
                 and child.reversed_on is null
                 and lot.last_draw >= :at) later
        where (:product::uuid is null or lot.product = :product)
          and (lot.remaining is distinct from 0 or later.draws > 0))
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
