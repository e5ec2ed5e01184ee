-- The same lock as for a new form. A form is locked after it, as in keep_premiums_in_forms (db/V004).
-- name: lock_forms
select pg_advisory_xact_lock(hashtextextended('forms of ' || owner, 0))
  from form where id = :part and (:is_operator or owner = :company)

-- name: characters
select coalesce(sum(char_length(concat(label, label_en_us, label_en_uk, label_fr, label_nl, label_ind,
                                       default_value, options))), 0) as characters
  from form_field where form = :form

-- The totals of all forms of a company.
-- name: totals
with own as not materialized (select id from form where owner = :company)
select (select count(*) from own) as forms,
       (select count(*) from form_field where form in (select id from own)) as fields,
       (select count(*) from field_config where form in (select id from own)) as configs,
       (select count(*) from form_product where form in (select id from own)) as products,
       (select coalesce(sum(char_length(label)), 0)
          from field_config where form in (select id from own))
       + (select coalesce(sum(char_length(concat(label, label_en_us, label_en_uk, label_fr, label_nl,
                                                 label_ind, default_value, options))), 0)
            from form_field where form in (select id from own)) as characters
