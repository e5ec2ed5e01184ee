-- The warnings about farmers, written as those about product transactions.

-- name: warnings
with wanted as (
       select id, buyer, replaced_by, first_name, last_name, phone, translate(phone, '+-./() ', '') as digits, description,
              house_name, street, city, sub_province, province, zipcode, country, email, identification_no, reference_number,
              gender
         from farmer
        where id = any(:ids))
select code, id, other, null::uuid as reader, says
  from (
select 'same_farmer' as code, wanted.id, other.id as other,
       format('Farmer %s, %s, has the same %s.',
              other.number, left(concat_ws(' ', other.first_name, other.last_name), 80), other.same) as says
  from wanted
 cross join lateral (
       (select other.id, other.number, other.first_name, other.last_name, 'name and phone' as same
          from farmer other
         where other.buyer = wanted.buyer
           and left(translate(other.phone, '+-./() ', ''), 40) = left(wanted.digits, 40)
           and translate(other.phone, '+-./() ', '') = wanted.digits
           and lower(other.first_name) = lower(wanted.first_name)
           and lower(coalesce(other.last_name, '')) = lower(coalesce(wanted.last_name, ''))
           and wanted.phone ~ '[0-9]'
           and other.id <> wanted.id
           and other.replaced_by is null
         limit 1)
       union all
       (select other.id, other.number, other.first_name, other.last_name, 'identification_no'
          from farmer other
         where other.buyer = wanted.buyer and lower(other.identification_no) = lower(wanted.identification_no)
           and btrim(wanted.identification_no) <> '' and other.id <> wanted.id and other.replaced_by is null
         limit 1)
       union all
       (select other.id, other.number, other.first_name, other.last_name, 'reference_number'
          from farmer other
         where other.buyer = wanted.buyer and lower(other.reference_number) = lower(wanted.reference_number)
           and btrim(wanted.reference_number) <> '' and other.id <> wanted.id and other.replaced_by is null
         limit 1)) other
 where wanted.replaced_by is null

 union all
select 'replaced', wanted.id, stays.id, format('Farmer %s replaced it.', stays.number)
  from wanted join farmer stays on stays.id = wanted.replaced_by
 where not :of_all

 union all
select 'phone_without_digits', id, null, format('The phone "%s" has no digits.', left(phone, 40))
  from wanted
 where btrim(phone) <> '' and phone !~ '\d' and replaced_by is null

 union all
select 'spreadsheet_text', id, null, format('"%s" is what a spreadsheet shows in place of a value.', left(text, 40))
  from wanted
 cross join lateral (
       select text
         from unnest(array[first_name, last_name, phone, description, house_name, street, city, sub_province, province,
                           zipcode, country, email, identification_no, reference_number, gender]) text
        where text ~ ('^(' || :spreadsheet_trace::text || ')$')
        limit 1) shown) found

-- name: checked
select id from farmer order by id
