-- A list is read in the order of the ids, page by page, from any record on: each part of what a caller sees has an
-- index that ends in the id. Who copies the data elsewhere reads it in the order of the changes.
create index farmer_list on farmer (buyer, id);
create index farmer_changed on farmer (updated_on, id);
create index product_transaction_recorded on product_transaction (company, id);
create index product_transaction_out on product_transaction (source, id);
create index product_transaction_in on product_transaction (destination, id);
create index product_transaction_changed on product_transaction (updated_on, id);
create index payment_transaction_recorded on payment_transaction (company, id);
create index payment_transaction_out on payment_transaction (source, id);
create index payment_transaction_in on payment_transaction (destination, id);
create index payment_transaction_changed on payment_transaction (updated_on, id);
