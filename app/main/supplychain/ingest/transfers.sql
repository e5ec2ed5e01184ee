-- The transactions that a transfer names, by id or by the number of the caller's company.
-- name: named
select named.place - 1 as place, goods.id, goods.destination as buyer
  from unnest(:names::text[], :ids::uuid[]) with ordinality named (name, id, place)
 cross join lateral (
       select id, company, source, destination from product_transaction where id = named.id
       union all
       select id, company, source, destination
         from product_transaction where company = :company::uuid and lower(number) = lower(named.name)) goods
 where :is_operator or :company in (goods.company, goods.source, goods.destination)
 order by named.place

-- What is still open of transactions: the amount of each less its payments without premiums in its currency.
-- name: open_amounts
select goods.id, goods.number, goods.destination as buyer, goods.currency, currency.code,
       coalesce((select replaced_by from farmer where farmer.id = goods.source), goods.source) as seller,
       goods.reversed_on is not null as is_reversed,
       goods.amount - (
         select coalesce(sum(case when source = goods.destination then amount else -amount end), 0)
           from payment_transaction payment
          where transaction = goods.id
            and premium is null
            and payment.currency is not distinct from goods.currency
            and not exists (select from reversal where payment_transaction = payment.id)) as amount
  from unnest(:ids::uuid[]) with ordinality named (id, place)
  join product_transaction goods on goods.id = named.id
  left join currency on currency.id = goods.currency
 order by named.place
