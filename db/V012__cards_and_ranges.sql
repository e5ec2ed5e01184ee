-- Cards, who holds them, products, premiums and company-products as lists of their own; and ranges of a premium.

alter table card add constraint card_company_and_id unique (company, id);
create index card_changed on card (updated_on, id);

-- Whose card it is, so that a company's part of the list is found by an index. What is copied there is no change.
alter table entity_card add column company uuid;
alter table entity_card disable trigger history;
update entity_card set company = card.company from card where card.id = entity_card.card;
alter table entity_card enable trigger history;
alter table entity_card alter column company set not null;
alter table entity_card add constraint entity_card_company_card foreign key (company, card) references card (company, id);
comment on column entity_card.company is 'The company whose card it is.';
create index entity_card_list on entity_card (company, id);
create index entity_card_changed on entity_card (updated_on, id);
create index entity_card_of_card on entity_card (card, id);
create index entity_card_of_entity on entity_card (entity, id);

create index product_changed on product (updated_on, id);

drop index premium_owner;
create index premium_list on premium (owner, id);
create index premium_changed on premium (updated_on, id);

create index company_product_list on company_product (company, id);
create index company_product_changed on company_product (updated_on, id);

-- Two options may swap their names in one request: only what is there at its end counts.
alter table premium_option drop constraint premium_option_name;
alter table premium_option add constraint premium_option_name unique (premium, name) deferrable initially deferred;

create table premium_range (
  id           uuid primary key,
  premium      uuid        not null references premium,
  min_quantity numeric     not null check (min_quantity >= 0),
  max_quantity numeric,
  amount       numeric     not null check (amount >= 0),
  is_active    boolean     not null default true,
  creator      uuid        not null references app_user,
  updater      uuid        not null references app_user,
  created_on   timestamptz not null default now(),
  updated_on   timestamptz not null default now(),
  check (max_quantity > min_quantity)
);
create index premium_range_premium on premium_range (premium);
call keep_history_of('premium_range', 'premium');
comment on table premium_range is
  'What is paid for quantities from min_quantity to below max_quantity. Active ranges of a premium do not overlap.';
comment on column premium_range.max_quantity is 'Null: there is no upper end.';
