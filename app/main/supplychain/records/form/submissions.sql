-- A lock of the rows would write to them, and two transactions at once would need a list of both. One lock for all forms of
-- a company, because PostgreSQL has room for few thousand such locks.
-- name: lock_types_of_fields
select pg_advisory_xact_lock_shared(hashtextextended('types of the fields of ' || owner, 0))
  from form
 where id = any(:ids || array(select form from submission where farmer = any(:farmers)))
   and (owner = any(:companies) or :all)
 group by owner
 order by owner

-- name: submissions_of_farmers
select id, form, farmer,
       (select coalesce(json_object_agg(v.field, v.value), '{}')
          from submission_value v where v.submission = submission.id) as field_values
  from submission
 where farmer = any(:farmers)

-- name: submission
select id, form, farmer,
       (select coalesce(json_object_agg(v.field, v.value), '{}')
          from submission_value v where v.submission = submission.id) as field_values
  from submission
 where id = :id

-- name: change_values
update submission_value v
   set value = given.value, updater = given.updater,
       updated_on = greatest(clock_timestamp(), v.updated_on + interval '1 microsecond')
  from unnest(:submissions::uuid[], :fields::uuid[], :values::text[], :updaters::uuid[])
         as given (submission, field, value, updater)
 where v.submission = given.submission and v.field = given.field

-- name: clear_values
delete from submission_value where submission = :submission and (:all or field = any(:fields))

-- As a change of the farmer does, so that the two cannot deadlock.
-- name: lock_farmer
select from farmer join submission on submission.farmer = farmer.id
 where submission.id = :part and (:is_operator or farmer.buyer = :company)
   for no key update of farmer
