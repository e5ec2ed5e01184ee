-- The balance between a company and each farmer or other company, in each currency. The payments of a reversed purchase
-- count, since money moved.
-- name: balances
with trade as (
       select source as party, currency, amount as bought, 0::numeric as sold
         from product_transaction
        where destination = :company::uuid and source <> destination and reversed_on is null
          and (:date_from::timestamptz is null or date >= :date_from)
          and (:date_before::timestamptz is null or date < :date_before)
       union all
       select destination, currency, 0, amount
         from product_transaction
        where source = :company::uuid and source <> destination and reversed_on is null
          and (:date_from::timestamptz is null or date >= :date_from)
          and (:date_before::timestamptz is null or date < :date_before)),
     payment as (
       select case when payment.source = :company::uuid then payment.destination else payment.source end as party,
              payment.currency, payment.premium, payment.transaction,
              case when payment.transaction is not null then sale.id is null end as is_purchase,
              payment.source = :company as is_out, payment.amount
         from payment_transaction payment
         left join product_transaction sale on sale.id = payment.transaction and sale.source = :company
        where (payment.source = :company or payment.destination = :company)
          and not exists (select from reversal where payment_transaction = payment.id)
          and (:date_from::timestamptz is null or payment.date >= :date_from)
          and (:date_before::timestamptz is null or payment.date < :date_before)),
     flow as (
       select party, currency, sum(bought) as bought, sum(sold) as sold, 0::numeric as paid, 0::numeric as refunded,
              0::numeric as received, 0::numeric as advanced, 0::numeric as premiums
         from trade group by party, currency
       union all
       select party, currency, 0, 0,
              coalesce(sum(amount) filter (where premium is null and is_purchase and is_out), 0),
              coalesce(sum(amount) filter (where premium is null and is_purchase and not is_out), 0),
              coalesce(sum(case when is_out then -amount else amount end)
                       filter (where premium is null and not is_purchase), 0),
              coalesce(sum(case when is_out then amount else -amount end)
                       filter (where premium is null and transaction is null), 0),
              coalesce(sum(case when is_out then amount else -amount end) filter (where premium is not null), 0)
         from payment group by party, currency),
     balance as (
       select party, currency, sum(bought) as bought, sum(paid) as paid, sum(refunded) as refunded,
              sum(advanced) as advanced, sum(sold) as sold, sum(received) as received, sum(premiums) as premiums,
              sum(bought - paid + refunded - advanced - sold + received) as owed
         from flow
        where (:entity::uuid is null or party = :entity)
          and (:currency::uuid is null or currency = :currency)
        group by party, currency)
select party.number as "entity.number", party.name as "entity.name", currency.code as currency,
       bought, paid, refunded, advanced, sold, received, owed, premiums,
       json_build_object(
         'entity', balance.party, 'is_internal', false, 'is_reversed', false, 'currency', balance.currency,
         'has_currency', balance.currency is not null, 'date_from', :date_from::timestamptz,
         'date_before', :date_before::timestamptz) as item,
       json_build_object(
         'entity', balance.party, 'is_reversed', false, 'currency', balance.currency,
         'has_currency', balance.currency is not null, 'date_from', :date_from::timestamptz,
         'date_before', :date_before::timestamptz) as payments,
       concat_ws(' ', lower(party.name), balance.party, currency.code) as place
  from balance
  left join parties_seen_by(:company) party on party.id = balance.party
  left join currency on currency.id = balance.currency
 where case :only when 'payable' then owed > 0 when 'receivable' then owed < 0 when 'advanced' then advanced > 0
                  else true end
