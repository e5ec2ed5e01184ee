-- What a list of a million transactions is often narrowed by, and takes a second or more to find without an index.

-- A list that is narrowed by date is in the order of the dates.
create index product_transaction_date on product_transaction (date, id);
create index payment_transaction_date on payment_transaction (date, id);

create index product_transaction_product on product_transaction (product, id);
create index product_transaction_in_stock on product_transaction (id) where coalesce(remaining, 1) > 0;
create index product_transaction_card on product_transaction (card, id) where card is not null;
create index payment_transaction_card on payment_transaction (card, id) where card is not null;
create index payment_transaction_premium on payment_transaction (premium, id) where premium is not null;

-- What starts so, case aside.
create index product_transaction_number_start on product_transaction (lower(number) text_pattern_ops);
create index payment_transaction_number_start on payment_transaction (lower(number) text_pattern_ops);
create index product_transaction_invoice_start on product_transaction (lower(invoice_number) text_pattern_ops)
  where invoice_number is not null;
create index payment_transaction_invoice_start on payment_transaction (lower(invoice_number) text_pattern_ops)
  where invoice_number is not null;
