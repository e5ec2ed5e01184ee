-- The version of a company's document for one of its readers. It differs as soon as a row of the
-- document does. It has the newest change of such a row in the history, and the versions of the card,
-- of the currency, and of rows of which an update may have changed only updated_on. It is empty while
-- an older transaction may still add a change. The start time of the server is in the version because
-- somebody can set a PostgreSQL back to an earlier state, which restarts it. It can then give the same
-- numbers to other changes.
-- name: version
select coalesce((
         select concat_ws(' ', pg_postmaster_start_time(), feed.installation, newest.transaction, newest.id,
                          (select max(transaction) from history_archive),
                          company.xmin,
                          (select xmin from currency where id = company.currency),
                          (select sum(xmin::text::bigint) from form where owner = company.id),
                          (select sum(r.xmin::text::bigint) from field_visibility r where r.company = company.id),
                          (select concat(r.xmin, r.ctid, c.xmin, c.ctid)
                             from entity_card r join card c on c.id = r.card
                            where r.entity = company.id and r.is_active))
           from change_feed feed left join newest_company_change() newest on true
          where coalesce(newest.transaction, 0) - feed.earlier
                < pg_snapshot_xmin(pg_current_snapshot())::text::bigint), '') as version
  from company
 where id = :id and id = :reader and exists (select from live_token where live_token.id = :token)

-- The products with these names, as product_name (db/V003) compares them.
-- name: products
select id
  from product
 where lower(btrim(name)) in (select lower(btrim(given.name)) from unnest(:names::text[]) as given (name))

-- For each of these companies and products, in their order: the name as product_name (db/V003) compares it, the product of
-- the name, and the company-product. A product has an id, a name, both, or neither.
-- name: look_up
with given as (
  select place, company, id, unique_name, (select id from product where lower(btrim(name)) = unique_name) as named
    from unnest(:companies::uuid[], :products::uuid[], :names::text[])
         with ordinality as given (company, id, given_name, place)
   cross join lateral (select lower(btrim(given_name))) as compared (unique_name))
select unique_name,
       named as product,
       case when id is null and unique_name is null
            then (select id from company_product there where there.company = given.company and there.product is null)
            else (select id from company_product there
                   where there.company = given.company and there.product = coalesce(given.id, named))
       end as company_product
  from given
 order by place
