-- Compares the stock of each product with the goods that came in and went out. The opening stock is the sum of all goods
-- that moved before. The closing stock is what the lots have now, without the goods that moved after. So the difference is
-- 0 only if the lots agree with their draws. A draw counts from the day when both its lot and the goods that drew were there.
-- A lot that was used up before the period is in neither stock, and is left out: the period of a month must not read the
-- trade of all years. Each "offset 0" lets PostgreSQL look up the few draws of each row by an index.
-- name: mass-balance
with since as materialized (
       select id, product, date, quantity, remaining, source = destination as is_made
         from product_transaction
        where destination = :company::uuid
          and reversed_on is null
          and (:product::uuid is null or product = :product)
          and (:date_from::timestamptz is null or date >= :date_from)),
     before as materialized (
       select id, product, date, quantity, remaining, source = destination as is_made
         from product_transaction
        where destination = :company
          and remaining is distinct from 0
          and (:product::uuid is null or product = :product)
          and date < :date_from
       union all
       select lot.id, product, date, quantity, remaining, source = destination
         from (select distinct draw.parent
                 from product_transaction child
                cross join lateral (
                      select parent from product_transaction_parent where child = child.id and drawn > 0 offset 0) draw
                where source = :company
                  and reversed_on is null
                  and date >= :date_from
                  and not exists (select from since where id = draw.parent)) later
        cross join lateral (select * from product_transaction where id = later.parent offset 0) lot
        where destination = :company
          and reversed_on is null
          and remaining = 0
          and (:product::uuid is null or product = :product)
          and date < :date_from),
     lot as not materialized (
       select * from since union all select * from before),
     drawn as materialized (
       select lot.product, lot.date, draw.child, draw.drawn
         from lot
        cross join lateral (
              select child, drawn from product_transaction_parent where parent = lot.id and drawn > 0 offset 0) draw
        where (lot.date >= :date_from and lot.remaining = lot.quantity) is not true),
     flow as (
       select product, date < :date_from as is_before,
              date >= :date_before::timestamptz and (date < :date_from) is not true as is_after, is_made, true as is_in,
              coalesce(sum(quantity), 0) as kg, coalesce(sum(remaining), 0) as remaining,
              count(*) - count(quantity) as unknown
         from lot
        group by 1, 2, 3, 4
       union all
       select drawn.product, moved.at < :date_from, moved.at >= :date_before and (moved.at < :date_from) is not true,
              child.source = child.destination, false, -sum(drawn.drawn), 0, 0
         from drawn
         join product_transaction child on child.id = drawn.child
        cross join lateral (select greatest(child.date, drawn.date)) moved (at)
        where child.source = :company
          and child.reversed_on is null
        group by 1, 2, 3, 4),
     total as (
       select product,
              coalesce(sum(kg) filter (where is_before), 0) as opening,
              coalesce(sum(kg) filter (where is_within and is_in and not is_made), 0) as received,
              coalesce(sum(kg) filter (where is_within and is_in and is_made), 0) as made,
              coalesce(-sum(kg) filter (where is_within and not is_in and is_made), 0) as used,
              coalesce(-sum(kg) filter (where is_within and not is_in and not is_made), 0) as sold,
              sum(remaining) - coalesce(sum(kg) filter (where is_after), 0) as closing,
              coalesce(sum(unknown) filter (where is_within), 0) as unknown
         from flow
        cross join lateral (select is_before is not true and is_after is not true) of_it (is_within)
        group by product)
select product.name as "product.name", opening, received, made, used, sold, closing,
       trim_scale(opening + received + made - used - sold - closing) as difference, unknown,
       json_build_object(
         'destination', :company::uuid, 'product', total.product, 'is_reversed', false,
         'date_from', :date_from::timestamptz, 'date_before', :date_before::timestamptz) as item,
       lower(product.name) || ' ' || total.product as place
  from total
  join product on product.id = total.product
