-- The payments of a company, summed by a group, a direction and a currency.
-- name: payments
select case when payment.is_out then 'PAID' else 'RECEIVED' end as direction,
       coalesce(payment.payment_type, case :group when 'type' then 'PLAIN' end) as payment_type,
       premium.name as "premium.name", payment.method, party.number as "entity.number", party.name as "entity.name",
       to_char(period.first, case :group when 'month' then 'YYYY-MM' else 'YYYY-MM-DD' end) as period,
       payment.payments, payment.amount, currency.code as currency,
       json_build_object(
         'source', case when payment.is_out then :company::uuid else coalesce(payment.party, :entity) end,
         'destination', case when payment.is_out then coalesce(payment.party, :entity) else :company::uuid end,
         'is_reversed', false, 'method', coalesce(payment.method, :method),
         'payment_type', payment.payment_type, 'premium', coalesce(payment.premium, :premium),
         'has_transaction', case when :group = 'type' and payment.payment_type is null then false end,
         'has_premium', case when :group in ('type', 'premium') then payment.premium is not null end,
         'currency', payment.currency, 'has_currency', payment.currency is not null,
         'date_from', greatest(:date_from::timestamptz, period.first at time zone :zone),
         'date_before', least(:date_before::timestamptz, period.next at time zone :zone)) as item,
       concat_ws(' ', to_char(period.first, 'YYYY-MM-DD'), lower(party.name), payment.party, payment.is_out,
                 payment.payment_type, lower(premium.name), payment.premium, payment.method, currency.code) as place
  from (select source = :company::uuid as is_out,
               case when :group = 'type' then payment_type end as payment_type,
               case when :group in ('type', 'premium') then premium end as premium,
               case when :group = 'type' then method end as method,
               case when :group = 'farmer' then case when source = :company then destination else source end end as party,
               case when :group in ('day', 'month')
                    then date_trunc(:group, date at time zone :zone::text) end as first,
               currency, count(*) as payments, sum(amount) as amount
          from payment_transaction payment
         where (source = :company::uuid or destination = :company::uuid)
           and not exists (select from reversal where payment_transaction = payment.id)
           and (:entity::uuid is null or :entity in (source, destination))
           and (:premium::uuid is null or premium = :premium)
           and (:method::text is null or method = :method)
           and (:currency::uuid is null or currency = :currency)
           and (:date_from::timestamptz is null or date >= :date_from)
           and (:date_before::timestamptz is null or date < :date_before)
         group by 1, 2, 3, 4, 5, 6, 7) payment
  left join premium on premium.id = payment.premium
  left join parties_seen_by(:company) party on party.id = payment.party
  left join currency on currency.id = payment.currency
 cross join lateral (
       select payment.first, payment.first + case :group when 'day' then interval '1 day' else interval '1 month' end)
       period (first, next)
