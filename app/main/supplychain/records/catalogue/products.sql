-- The product of this name. A null name has none.
-- name: by_name
select id from product where lower(btrim(name)) = lower(btrim(:name::text))
