-- The forms that companies define, and the products that a company handles with its forms and premiums.

create table form (
  id         uuid primary key,
  owner      uuid        not null references company,
  form_type  text        not null check (form_type in ('TRANSACTION', 'FARMER', 'PAYMENT', 'PRODUCT')),
  creator    uuid        not null,
  updater    uuid        not null,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now()
);
create index form_list on form (owner, id);
create index form_changed on form (updated_on, id);

create table form_field (
  id            uuid primary key,
  form          uuid         not null references form,
  position      integer      not null,
  label         varchar(500) not null,
  type          text         not null
                check (type in ('TEXT', 'INTEGER', 'FLOAT', 'RADIO', 'MULTI_SELECT', 'EMAIL', 'PHONE',
                                'DATE', 'BOOLEAN', 'DROPDOWN')),
  label_en_us   varchar(500) not null default '',
  label_en_uk   varchar(500) not null default '',
  label_fr      varchar(500) not null default '',
  label_nl      varchar(500) not null default '',
  label_ind     varchar(500) not null default '',
  key           varchar(100) not null,
  required      boolean      not null default false,
  default_value varchar(500) not null default '',
  options       text         not null default '[]',
  creator       uuid         not null,
  updater       uuid         not null,
  created_on    timestamptz  not null default now(),
  updated_on    timestamptz  not null default now(),
  document      json         not null,
  constraint form_field_position unique (form, position),
  constraint form_field_key unique (form, key)
);
comment on column form_field.options is 'A JSON array of strings, kept as the text that the client sent.';
comment on column form_field.document is
  'The field as each document shows it. It is kept because each farmer shows all fields of a form, twice.';

create function keep_field_document() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  new.document := json_build_object(
    'label', new.label, 'type', new.type, 'id', new.id, 'updated_on', new.updated_on, 'created_on', new.created_on,
    'label_en_us', new.label_en_us, 'label_en_uk', new.label_en_uk, 'label_fr', new.label_fr, 'label_nl', new.label_nl,
    'label_ind', new.label_ind, 'key', new.key, 'required', new.required, 'default_value', new.default_value,
    'options', new.options, 'creator', new.creator, 'updater', new.updater);
  return new;
end
$$;
create trigger document before insert or update on form_field for each row execute function keep_field_document();

create table field_config (
  id         uuid primary key,
  form       uuid         not null references form,
  label      varchar(500) not null,
  key        varchar(100) not null,
  visibility boolean      not null default true,
  required   boolean      not null default false,
  creator    uuid         not null,
  updater    uuid         not null,
  created_on timestamptz  not null default now(),
  updated_on timestamptz  not null default now(),
  constraint field_config_key unique (form, key)
);

create table form_product (
  form    uuid not null references form,
  product uuid not null references product,
  primary key (form, product)
);

create table company_product (
  id         uuid primary key,
  company    uuid        not null,
  product    uuid,
  is_active  boolean     not null default true,
  creator    uuid        not null,
  updater    uuid        not null,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now()
);
create unique index company_product_pair on company_product (company, product) where product is not null;
create unique index company_product_without_product on company_product (company) where product is null;
create index company_product_list on company_product (company, id);
create index company_product_changed on company_product (updated_on, id);

create table company_product_form (
  company_product uuid    not null references company_product,
  form            uuid    not null,
  position        integer not null,
  primary key (company_product, form)
);

create table company_product_premium (
  company_product uuid    not null references company_product,
  premium         uuid    not null,
  position        integer not null,
  primary key (company_product, premium)
);
