-- The steps in which a company made a product of its lots, for each pair of products. `usual` is the median yield of the
-- pair among the last 300 steps that made the product, of any date: the steps of all years would take too long to read.
-- name: processing
with made as (
       select id, product
         from product_transaction
        where source = :company::uuid
          and (source = destination) is true
          and reversed_on is null
          and (:product::uuid is null or product = :product)
          and (:date_from::timestamptz is null or date >= :date_from)
          and (:date_before::timestamptz is null or date < :date_before)),
     chosen as (
       select id, true as is_wanted from made
       union all
       select latest.id, false
         from (select distinct product from made) each
        cross join lateral (
              select id
                from product_transaction
               where source = :company
                 and (source = destination) is true
                 and reversed_on is null
                 and product = each.product
               order by id desc
               limit 300) latest),
     step as (
       select goods.id, is_wanted, goods.product as made, goods.quantity as kg_out, goods.source_quantity as kg_in,
              case when count(distinct lot.product) = 1 then min(lot.product::text)::uuid end as used,
              goods.quantity is null or bool_or(draw.drawn is null) or goods.source_quantity = 0 as is_unknown,
              case when :group = 'month' then date_trunc('month', goods.date at time zone :zone::text) end as first
         from chosen
         join product_transaction goods on goods.id = chosen.id
         join product_transaction_parent draw on draw.child = goods.id
         join product_transaction lot on lot.id = draw.parent
        where draw.drawn is distinct from 0
        group by goods.id, is_wanted
       having bool_or(lot.product <> goods.product)),
     usual as (
       select used, made, percentile_disc(0.5) within group (order by kg_out / kg_in) as yield
         from step
        where not is_unknown and not is_wanted
        group by used, made),
     total as (
       select used, made, first, count(*) as steps, count(*) filter (where is_unknown) as unknown,
              coalesce(sum(kg_in) filter (where not is_unknown), 0) as kg_in,
              coalesce(sum(kg_out) filter (where not is_unknown), 0) as kg_out
         from step
        where is_wanted
        group by used, made, first)
select to_char(total.first, 'YYYY-MM') as period, used.name as "parent_product.name", made.name as "product.name",
       total.steps, total.kg_in, total.kg_out, total.kg_in - total.kg_out as loss,
       trim_scale(round(100 * total.kg_out / nullif(total.kg_in, 0), 2)) as yield,
       trim_scale(round(100 * usual.yield, 2)) as usual, total.unknown,
       json_build_object(
         'is_internal', true, 'source', :company::uuid, 'product', total.made, 'parent_product', total.used,
         'is_blend', case when total.used is null then true end, 'is_reversed', false,
         'date_from', greatest(:date_from::timestamptz, total.first at time zone :zone),
         'date_before', least(:date_before::timestamptz, (total.first + interval '1 month') at time zone :zone)) as item,
       concat_ws(' ', to_char(total.first, 'YYYY-MM'), lower(used.name), lower(made.name), total.used, total.made) as place
  from total
  join product made on made.id = total.made
  left join product used on used.id = total.used
  left join usual on usual.used is not distinct from total.used and usual.made = total.made
