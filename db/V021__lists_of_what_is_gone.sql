-- Of the lots of a company of which nothing is left there may be few among a million that it is a party to: each part of
-- what it sees has an index of them that ends in the id. With updated_on in it, all that a list looks for, PostgreSQL takes
-- it rather than walk through every transaction in the order of the ids.
create index product_transaction_gone_recorded on product_transaction (company, id) include (updated_on)
  where coalesce(remaining, 1) <= 0;
create index product_transaction_gone_out on product_transaction (source, id) include (updated_on)
  where coalesce(remaining, 1) <= 0;
create index product_transaction_gone_in on product_transaction (destination, id) include (updated_on)
  where coalesce(remaining, 1) <= 0;
