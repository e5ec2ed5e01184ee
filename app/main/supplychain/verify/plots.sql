-- The warnings about plots, written as those about product transactions.

-- name: warnings
-- A plot is far from the nearest other place of its farmer, or from the middle of the places of the company's first
-- fifty farmers. Two orders of the coordinates are measured: as they are, and turned.
with wanted as (
       select plot.*, company as buyer, place_of(plot.geometry) as place
         from plot
        where plot.id = any(:ids)
          and plot.is_active),
     middle as materialized (
       select buyer.id as buyer,
              point(percentile_cont(0.5) within group (order by place[0]),
                    percentile_cont(0.5) within group (order by place[1])) as place
         from (select distinct buyer as id from wanted) buyer
        cross join lateral (
              select *
                from (select farmer.buyer,
                             coalesce(point(farmer.longitude, farmer.latitude),
                                      (select place_of(plot.geometry)
                                         from plot
                                        where plot.farmer = farmer.id and plot.is_active
                                        order by plot.id
                                        limit 1)) as place
                        from farmer
                       where (farmer.buyer, farmer.id) >= (buyer.id, '00000000-0000-0000-0000-000000000000')
                       order by farmer.buyer, farmer.id
                       limit 50) first
               where first.buyer = buyer.id) first
        where place is not null
        group by buyer.id
       having count(*) >= 3),
     known as (
       select wanted.id, wanted.place as own, other.place, 100 as most, 'the farmer''s nearest other place' as what
         from wanted
        cross join lateral (
              (select place_of(plot.geometry) as place
                 from plot
                where plot.farmer = wanted.farmer and plot.id <> wanted.id and plot.is_active
                order by plot.id
                limit 20)
              union all
              select point(longitude, latitude) from farmer where id = wanted.farmer) other
       union all
       select wanted.id, wanted.place, middle.place, 500, 'the middle of the company''s places'
         from wanted
         join middle on middle.buyer = wanted.buyer),
     far as (
       select distinct on (id) *
         from (select id, most, what,
                      min(km) filter (where not is_turned) as km, min(km) filter (where is_turned) as turned
                 from known
                cross join lateral (values (false, own[0], own[1]), (true, own[1], own[0])) here (is_turned, east, north)
                cross join lateral (
                      select 12742 * asin(least(1, sqrt(
                               power(sind((known.place[1] - north) / 2), 2)
                               + cosd(north) * cosd(known.place[1])
                                 * power(sind((known.place[0] - east) / 2), 2))))) as distance (km)
                where own is not null
                  and known.place is not null
                  and north between -90 and 90
                group by id, most, what) measured
        where km > most
        order by id, turned > most, most)
select case when turned <= most then 'swapped_coordinates' else 'far_plot' end as code,
       id, null::uuid as other, null::uuid as reader,
       format('The plot is %s km from %s.', round(km), what)
       || case when turned <= most
               then format(' With latitude and longitude swapped it would be %s km from there.', round(turned))
               else '' end as says,
       null as shape, null as other_shape, null as country, null::float as longitude, null::float as latitude
  from far

 union all
-- The warning holds only if the place is outside of the outline of the country.
select 'other_country', wanted.id, null, null, '', null, null, farmer.country, place[0], place[1]
  from wanted
  join farmer on farmer.id = wanted.farmer
 where wanted.place is not null
   and farmer.country is not null

 union all
select 'area_differs', id, null, null,
       format('The stated area is %s ha, but the boundary encloses %s ha.%s', area, measured_area,
              case when area / measured_area between 5000 and 20000 then ' Is it in square metres?'
                   when area / measured_area between 2.2 and 2.8 then ' Is it in acres?' else '' end),
       null, null, null, null, null
  from wanted
 where measured_area > 0
   and greatest(area, measured_area) > 1.25 * least(area, measured_area)

 union all
select 'large_plot', id, null, null,
       format('The plot has %s ha, and the largest other plot of the farmer has %s.', size,
              coalesce(other || ' ha', 'no known area')),
       null, null, null, null, null
  from (select id, coalesce(measured_area, area) as size,
               (select max(coalesce(plot.measured_area, plot.area))
                  from plot
                 where plot.farmer = wanted.farmer and plot.id <> wanted.id and plot.is_active) as other
          from wanted
         where coalesce(measured_area, area) > 100) large
 where (other > size / 10) is not true

 union all
-- The bounding boxes meet. Of many plots at one place, 1,000 are looked at, and the first ten of the company are compared.
-- The geometries that are compared after one write must fit into memory. The warning holds only if the two shapes overlap.
select 'overlapping_plot', id, other, buyer, says, one ->> 'coordinates', two ->> 'coordinates', null, null, null
  from (select wanted.id, wanted.buyer, other.id as other, wanted.geometry as one, other.geometry as two,
               format('The plot overlaps plot %s of farmer %s',
                      coalesce('"' || left(other.name, 40) || '"', other.id::text), other.number) as says,
               sum(pg_column_size(wanted.geometry) + pg_column_size(other.geometry))
                 over (order by wanted.id, other.id) as bytes
          from wanted
         cross join lateral (
               select near.*, farmer.number
                 from (select * from plot near
                        where box_of(near.geometry) && box_of(wanted.geometry)
                        limit 1000) near
                 join farmer on farmer.id = near.farmer
                where near.company = wanted.company
                  and near.is_active
                  and near.id <> wanted.id
                order by near.id
                limit 10) other
         where :most_bytes > 0) pair
 where bytes <= :most_bytes

-- name: checked
select id from plot where is_active order by id
