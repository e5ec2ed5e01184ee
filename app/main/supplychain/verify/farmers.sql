-- The warnings about farmers, written as those about product transactions. A query with several fields runs for bodies
-- with one of them, and `warnings with spreadsheet text` for bodies with such a text.

-- name: warnings
select 'same_farmer' as code, wanted.id, other.id as other, null::uuid as reader,
       format('Farmer %s, %s, has the same name and phone.',
              other.number, left(concat_ws(' ', other.first_name, other.last_name), 80)) as says
  from farmer wanted
 cross join lateral (
       select id, number, first_name, last_name
         from farmer
        where buyer = wanted.buyer
          and left(translate(phone, '+-./() ', ''), 40) = left(translate(wanted.phone, '+-./() ', ''), 40)
          and translate(phone, '+-./() ', '') = translate(wanted.phone, '+-./() ', '')
          and lower(first_name) = lower(wanted.first_name)
          and lower(coalesce(last_name, '')) = lower(coalesce(wanted.last_name, ''))
          and id <> wanted.id and replaced_by is null
        limit 1) other
 where wanted.id = any(:ids) and wanted.phone ~ '[0-9]' and wanted.replaced_by is null

-- name: warnings with identification_no or reference_number or buyer
select 'same_farmer' as code, wanted.id, other.id as other, null::uuid as reader,
       format('Farmer %s, %s, has the same %s.',
              other.number, left(concat_ws(' ', other.first_name, other.last_name), 80), other.same) as says
  from farmer wanted
 cross join lateral (
       (select id, number, first_name, last_name, 'identification_no' as same
          from farmer
         where buyer = wanted.buyer and lower(identification_no) = lower(wanted.identification_no)
           and btrim(wanted.identification_no) <> '' and id <> wanted.id and replaced_by is null
         limit 1)
       union all
       (select id, number, first_name, last_name, 'reference_number'
          from farmer
         where buyer = wanted.buyer and lower(reference_number) = lower(wanted.reference_number)
           and btrim(wanted.reference_number) <> '' and id <> wanted.id and replaced_by is null
         limit 1)) other
 where wanted.id = any(:ids) and wanted.replaced_by is null

-- name: warnings later
select 'replaced' as code, wanted.id, wanted.replaced_by as other, null::uuid as reader,
       format('Farmer %s replaced it.', stays.number) as says
  from farmer wanted
 cross join lateral (select number from farmer where id = wanted.replaced_by limit 1) stays
 where wanted.id = any(:ids)

-- name: warnings with phone
select 'phone_without_digits' as code, id, null::uuid as other, null::uuid as reader,
       format('The phone "%s" has no digits.', left(phone, 40)) as says
  from farmer
 where id = any(:ids) and btrim(phone) <> '' and phone !~ '\d' and replaced_by is null

-- name: warnings with spreadsheet text
select 'spreadsheet_text' as code, id, null::uuid as other, null::uuid as reader,
       format('"%s" is what a spreadsheet shows in place of a value.', left(text, 40)) as says
  from farmer
 cross join lateral (
       select text
         from unnest(array[first_name, last_name, phone, description, house_name, street, city, sub_province, province,
                           zipcode, country, email, identification_no, reference_number, gender]) text
        where text ~ ('^(' || :spreadsheet_trace::text || ')$')
        limit 1) shown
 where id = any(:ids)

-- name: checked
select id from farmer order by id
