-- Compares the stock of each product with the goods that came in and went out. The opening stock is the sum of the goods that
-- moved before. The closing stock is what the lots have now, and what was drawn from them after. So the difference is 0 only
-- if the lots agree with their draws. A draw counts from the day when both its lot and the goods that drew were there. Lots
-- that were used up before the period, or came after it, are in neither stock: the period of a month must not read the trade
-- of all years. The "offset 0" lets PostgreSQL look up the few draws of each lot by an index.
-- name: mass-balance
with lot as materialized (
       select id, product, date, quantity, remaining, last_draw, source = destination as is_made
         from lots_before(:company::uuid, :date_from::timestamptz)
        where :product::uuid is null or product = :product
       union all
       select id, product, date, quantity, remaining, last_draw, source = destination
         from product_transaction
        where destination = :company
          and reversed_on is null
          and (:product::uuid is null or product = :product)
          and (:date_from::timestamptz is null or date >= :date_from)
          and (:date_before::timestamptz is null or date < :date_before)),
     flow as (
       select product, date < :date_from as is_before, false as is_after, is_made, true as is_in,
              coalesce(sum(quantity), 0) as kg, coalesce(sum(remaining), 0) as remaining,
              count(*) - count(quantity) as unknown
         from lot
        group by product, is_before, is_made
       union all
       select lot.product, moved.at < :date_from as is_before, moved.at >= :date_before as is_after,
              child.source = child.destination as is_made, false, -sum(draw.drawn), 0, 0
         from lot
        cross join lateral (
              select child, drawn from product_transaction_parent where parent = lot.id and drawn > 0 offset 0) draw
         join product_transaction child on child.id = draw.child
        cross join lateral (select greatest(child.date, lot.date)) moved (at)
        where lot.last_draw is not null
          and child.reversed_on is null
        group by lot.product, is_before, is_after, child.source = child.destination),
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
