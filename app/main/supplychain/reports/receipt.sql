-- A product transaction with its payments. Money of the buyer counts as paid, and a refund as less. The names are those
-- that the reader sees, or, for an operator, those that the company sees that recorded the transaction.
-- name: receipt
with goods as (
       select * from product_transaction where id = :id::uuid),
     payment as (
       select payment_transaction.*, code, (date at time zone :zone::text)::date as day,
              case when source = (select destination from goods) then amount else -amount end as paid,
              (select name from premium where id = payment_transaction.premium) as premium_name
         from payment_transaction
         left join currency on currency.id = payment_transaction.currency
        where transaction = :id
          and (:reader::uuid is null or :reader in (company, source, destination))
          and not exists (select from reversal where payment_transaction = payment_transaction.id))
select json_build_object(
         'company', json_build_object('id', company.id, 'name', company.name),
         'id', goods.id, 'number', goods.number, 'day', (goods.date at time zone :zone)::date,
         'time', to_char(goods.date at time zone :zone, 'HH24:MI'), 'invoice_number', goods.invoice_number,
         'source', json_build_object('number', source.number, 'name', source.name),
         'destination', json_build_object('number', destination.number, 'name', destination.name),
         'product', product.name, 'kg', goods.quantity::text, 'amount', goods.amount::text, 'currency', currency.code,
         'payments', (
           select coalesce(json_agg(json_build_object(
                    'number', number, 'day', day, 'premium', premium_name, 'amount', paid::text, 'currency', code)
                    order by payment.id), '[]')
             from payment),
         'open', (goods.amount - (
           select coalesce(sum(paid), 0) from payment
            where premium is null and payment.currency is not distinct from goods.currency))::text,
         'reversed_on', (goods.reversed_on at time zone :zone)::date)::text as document
  from goods
  join company on company.id = goods.company
  join product on product.id = goods.product
  left join currency on currency.id = goods.currency
  left join parties_seen_by(coalesce(:reader, goods.company)) source on source.id = goods.source
  left join parties_seen_by(coalesce(:reader, goods.company)) destination on destination.id = goods.destination
