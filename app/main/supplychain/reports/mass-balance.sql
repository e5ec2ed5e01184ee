-- Whether the stock of each product is what came in without what went out. The opening stock is the sum of all that moved
-- before. The closing stock is what the lots have now, without what moved after. So the difference is 0 only if
-- the lots agree with their draws. A draw counts from the day when both its lot and the goods that drew were there.
-- name: mass-balance
with lot as (
       select id, product, source = destination as is_made, date, coalesce(quantity, 0) as kg, quantity is null as is_unknown,
              coalesce(remaining, 0) as remaining
         from product_transaction
        where destination = :company::uuid
          and reversed_on is null
          and (:product::uuid is null or product = :product)),
     flow as (
       select product, is_made, not is_made as is_received, false as is_used, false as is_sold, kg, is_unknown, remaining,
              coalesce(date < :date_from::timestamptz, false) as is_before,
              coalesce(date >= :date_before::timestamptz, false) as is_after
         from lot
       union all
       select lot.product, false, false, child.destination = child.source, child.destination <> child.source, -draw.drawn,
              false, 0,
              coalesce(greatest(child.date, lot.date) < :date_from::timestamptz, false),
              coalesce(greatest(child.date, lot.date) >= :date_before::timestamptz, false)
         from product_transaction child
         join product_transaction_parent draw on draw.child = child.id
         join lot on lot.id = draw.parent
        where child.source = :company::uuid
          and child.reversed_on is null
          and draw.drawn > 0),
     total as (
       select product,
              coalesce(sum(kg) filter (where is_before), 0) as opening,
              coalesce(sum(kg) filter (where is_received and not is_before and not is_after), 0) as received,
              coalesce(sum(kg) filter (where is_made and not is_before and not is_after), 0) as made,
              coalesce(-sum(kg) filter (where is_used and not is_before and not is_after), 0) as used,
              coalesce(-sum(kg) filter (where is_sold and not is_before and not is_after), 0) as sold,
              sum(remaining) - coalesce(sum(kg) filter (where is_after), 0) as closing,
              count(*) filter (where is_unknown and not is_before and not is_after) as unknown
         from flow
        group by product)
select product.name as "product.name", opening, received, made, used, sold, closing,
       trim_scale(opening + received + made - used - sold - closing) as difference, unknown,
       json_build_object(
         'destination', :company::uuid, 'product', total.product, 'is_reversed', false,
         'date_from', :date_from::timestamptz, 'date_before', :date_before::timestamptz) as item,
       lower(product.name) || ' ' || total.product as place
  from total
  join product on product.id = total.product
