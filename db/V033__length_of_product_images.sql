-- A request may set the image of a product: it is shown wherever the product is.
alter table product alter column image type varchar(2000);
