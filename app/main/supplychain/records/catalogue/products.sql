-- The products of these names; null for a name without a product.
-- name: by_name
select given.name, (select id from product where lower(btrim(name)) = lower(btrim(given.name))) as id
  from unnest(:names::text[]) as given (name)
