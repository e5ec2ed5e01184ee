-- The product of this name, in upper or lower case.
-- name: by_name
select id from product where lower(btrim(name)) = lower(btrim(:name::text))
