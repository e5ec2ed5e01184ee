-- The goods that a company received, summed by a group and a currency. A form value is that of the company's own forms; a
-- delivery with several values counts for all of them together. ProductTransactionResource has the same value in a filter.
-- name: deliveries
select party.number as "source.number", party.name as "source.name", product.name as "product.name",
       to_char(period.first, case :group when 'month' then 'YYYY-MM' else 'YYYY-MM-DD' end) as period,
       app_user.email as "user", recorder.name as "company.name", goods.form_value,
       goods.deliveries, goods.kg, goods.unknown, goods.amount, currency.code as currency,
       trim_scale(round(goods.amount_of_kg / nullif(goods.kg, 0), 6)) as price,
       (goods.first_date at time zone :zone)::date as first_day,
       (goods.last_date at time zone :zone)::date as last_day, expected.quantity as estimate,
       json_build_object(
         'destination', :company::uuid, 'is_internal', false, 'is_reversed', false,
         'source', coalesce(goods.source, :source), 'product', coalesce(goods.product, :product),
         'card', :card::uuid, 'company', goods.company, 'creator', coalesce(goods.creator, :creator),
         'form_field', case :group when 'form_value' then :form_field::text end, 'form_value', goods.form_value,
         'has_form_value', case :group when 'form_value' then goods.form_value is not null end,
         'currency', goods.currency, 'has_currency', goods.currency is not null,
         'date_from', greatest(:date_from::timestamptz, period.first at time zone :zone),
         'date_before', least(:date_before::timestamptz, period.next at time zone :zone)) as item,
       concat_ws(' ', lower(party.name), goods.source, lower(product.name), to_char(period.first, 'YYYY-MM-DD'),
                 lower(recorder.name), app_user.email, goods.company, goods.creator, coalesce(quote_literal(goods.form_value), ''),
                 currency.code) as place
  from (select case when :group = 'farmer' then source end as source,
               case when :group = 'product' then product end as product,
               case when :group in ('day', 'week', 'month')
                    then date_trunc(:group, date at time zone :zone::text) end as first,
               case when :group = 'user' then company end as company,
               case when :group = 'user' and company = :company::uuid then creator end as creator,
               case when :group = 'form_value' then filled.value end as form_value,
               currency, count(*) as deliveries, coalesce(sum(quantity), 0) as kg,
               count(*) filter (where quantity is null) as unknown, sum(amount) as amount,
               sum(amount) filter (where quantity is not null) as amount_of_kg,
               min(date) as first_date, max(date) as last_date
          from product_transaction goods
          left join (select submission.product_transaction, nullif(left(string_agg(distinct value.value, ' + '), 100), '') as value
                       from form_field field
                       join submission_value value on value.field = field.id
                       join submission on submission.id = value.submission
                      where :group = 'form_value'
                        and field.key = :form_field
                        and submission.company = :company
                        and submission.product_transaction is not null
                      group by submission.product_transaction) filled on filled.product_transaction = goods.id
         where destination = :company::uuid
           and source <> destination
           and reversed_on is null
           and (:source::uuid is null or source = :source)
           and (:product::uuid is null or product = :product)
           and (:card::uuid is null or card = :card)
           and (:creator::uuid is null or creator = :creator and company = :company)
           and (:currency::uuid is null or currency = :currency)
           and (:date_from::timestamptz is null or date >= :date_from)
           and (:date_before::timestamptz is null or date < :date_before)
         group by 1, 2, 3, 4, 5, 6, 7) goods
  left join parties_seen_by(:company) party on party.id = goods.source
  left join product on product.id = goods.product
  left join company recorder on recorder.id = goods.company
  left join company_member member on (member.company, member.app_user) = (:company, goods.creator)
  left join app_user on app_user.id = member.app_user
  left join currency on currency.id = goods.currency
  left join lateral (
       select sum(quantity) as quantity
         from estimate
        where (estimate.farmer, estimate.company) = (goods.source, :company::uuid)
          and (:product::uuid is null or estimate.product = :product)
          and (:date_from::timestamptz is null or estimate.date_before > (:date_from at time zone :zone)::date)
          and (:date_before::timestamptz is null or estimate.date_from < (:date_before at time zone :zone)::date)) expected
    on true
 cross join lateral (
       select goods.first, goods.first + case :group when 'day' then interval '1 day' when 'week' then interval '1 week'
                                                     else interval '1 month' end) period (first, next)
