-- Compares the stock of each product with the goods that came in and went out. The opening stock is the sum of all that moved
-- before. The closing stock is what the lots have now, without what moved after. So the difference is 0 only if
-- the lots agree with their draws. A draw counts from the day when both its lot and the goods that drew were there.
-- name: mass-balance
with flow as (
       select product, case when source = destination then 'made' else 'received' end as way,
              case when date < :date_from::timestamptz then 'before'
                   when date >= :date_before::timestamptz then 'after' else 'within' end as time,
              coalesce(sum(quantity), 0) as kg, coalesce(sum(remaining), 0) as remaining,
              count(*) filter (where quantity is null) as unknown
         from product_transaction
        where destination = :company::uuid
          and reversed_on is null
          and (:product::uuid is null or product = :product)
        group by 1, 2, 3
       union all
       select lot.product, case when child.source = child.destination then 'used' else 'sold' end,
              case when greatest(child.date, lot.date) < :date_from::timestamptz then 'before'
                   when greatest(child.date, lot.date) >= :date_before::timestamptz then 'after' else 'within' end,
              -sum(draw.drawn), 0, 0
         from product_transaction child
         join product_transaction_parent draw on draw.child = child.id
         join product_transaction lot on lot.id = draw.parent
        where child.source = :company::uuid
          and child.reversed_on is null
          and draw.drawn > 0
          and lot.destination = :company::uuid
          and lot.reversed_on is null
          and (:product::uuid is null or lot.product = :product)
        group by 1, 2, 3),
     total as (
       select product,
              coalesce(sum(kg) filter (where time = 'before'), 0) as opening,
              coalesce(sum(kg) filter (where time = 'within' and way = 'received'), 0) as received,
              coalesce(sum(kg) filter (where time = 'within' and way = 'made'), 0) as made,
              coalesce(-sum(kg) filter (where time = 'within' and way = 'used'), 0) as used,
              coalesce(-sum(kg) filter (where time = 'within' and way = 'sold'), 0) as sold,
              sum(remaining) - coalesce(sum(kg) filter (where time = 'after'), 0) as closing,
              coalesce(sum(unknown) filter (where time = 'within'), 0) as unknown
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
