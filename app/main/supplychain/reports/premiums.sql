-- The premiums that a company owes to farmers by the rules of its premiums, and what it paid. A rule counts for purchases of
-- the products that name the premium; the option of a purchase is the one of its payments. PremiumRule has the same rules.
-- name: premiums
with purchase as not materialized (
       select id, source, product, quantity, amount, currency
         from product_transaction
        where destination = :company::uuid
          and reversed_on is null
          and (:farmer::uuid is null or source in (select id from farmer where :farmer in (id, replaced_by)))
          and (:date_from::timestamptz is null or date >= :date_from)
          and (:date_before::timestamptz is null or date < :date_before)),
     offered as materialized (
       select handled.product, premium.id as premium, premium.type, premium.calculation_type, premium.amount
         from company_product handled
         join premium on premium.id = any (handled.premiums)
        where handled.company = :company
          and handled.is_active
          and premium.is_active
          and premium.applicable_activity = 'BUY'
          and premium.calculation_type in ('NORMAL', 'RANGE')),
     rated as (
       select purchase.source, offered.premium, offered.type, purchase.quantity, purchase.amount, purchase.currency,
              case offered.calculation_type when 'NORMAL' then offered.amount else range.amount end as rate,
              purchase.quantity is null and (offered.type = 'PER_KG' or offered.calculation_type = 'RANGE') as is_unknown
         from purchase
         join offered on offered.product = purchase.product
         left join premium_range range
                on range.premium = offered.premium
               and range.is_active
               and purchase.quantity >= range.min_quantity
               and (range.max_quantity is null or purchase.quantity < range.max_quantity)
       union all
       select distinct on (purchase.id, option.id)
              purchase.source, premium.id, premium.type, purchase.quantity, purchase.amount, purchase.currency,
              option.amount, purchase.quantity is null and premium.type = 'PER_KG'
         from purchase
         join payment_transaction payment on payment.transaction = purchase.id
         join premium on premium.id = payment.premium and premium.calculation_type = 'OPTIONS'
         join premium_option option
           on option.premium = premium.id
          and option.is_active
          and (option.name = payment.selected_option or option.id::text = lower(payment.selected_option))
        where not exists (select from reversal where payment_transaction = payment.id)),
     due as (
       select source as farmer, premium,
              case type when 'PER_UNIT_CURRENCY' then currency
                        else (select company.currency from company where id = :company) end as currency,
              case when type = 'PER_FARMER' then max(rate)
                   else sum(round(rate * case type when 'PER_TRANSACTION' then 1
                                                   when 'PER_KG' then quantity
                                                   else amount end, 6)) end as amount,
              count(*) filter (where is_unknown) as unknown
         from rated
        group by source, premium, type, 3),
     paid as (
       select farmer.id as farmer, payment.premium, payment.currency,
              sum(case when payment.source = :company then payment.amount else -payment.amount end) as amount
         from payment_transaction payment
         join farmer on farmer.id = case when payment.source = :company::uuid then payment.destination else payment.source end
        where (payment.source = :company or payment.destination = :company)
          and payment.premium is not null
          and not exists (select from reversal where payment_transaction = payment.id)
          and (:farmer::uuid is null or :farmer in (farmer.id, farmer.replaced_by))
          and (:date_from::timestamptz is null or payment.date >= :date_from)
          and (:date_before::timestamptz is null or payment.date < :date_before)
        group by 1, 2, 3),
     both_sides as (
       select case when :group = 'farmer' then due.farmer end as farmer, premium, currency, due.amount as due, unknown,
              null::numeric as paid
         from due
         join farmer on farmer.id = due.farmer
       union all
       select case when :group = 'farmer' then farmer end, premium, currency, null, 0, amount from paid),
     total as (
       select farmer, premium, currency, sum(due) as due, coalesce(sum(paid), 0) as paid, sum(unknown)::bigint as unknown
         from both_sides
        where (:premium::uuid is null or premium = :premium)
          and (:currency::uuid is null or currency = :currency)
        group by farmer, premium, currency)
select party.number as "farmer.number", party.name as "farmer.name", premium.name as "premium.name",
       trim_scale(total.due) as due, total.paid, trim_scale(total.due) - total.paid as open, currency.code as currency,
       total.unknown,
       json_build_object(
         'entity', coalesce(total.farmer, :farmer), 'premium', total.premium, 'is_reversed', false,
         'currency', total.currency, 'has_currency', total.currency is not null,
         'date_from', :date_from::timestamptz, 'date_before', :date_before::timestamptz) as item,
       concat_ws(' ', lower(party.name), total.farmer, lower(premium.name), total.premium, currency.code) as place
  from total
  join premium on premium.id = total.premium
  left join parties_seen_by(:company) party on party.id = total.farmer
  left join currency on currency.id = total.currency
 where total.due is not null or total.paid <> 0 or total.unknown > 0
