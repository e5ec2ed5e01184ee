-- The forms that companies define, and the products that a company handles with its forms and premiums.

create table form (
  id         uuid primary key,
  owner      uuid        not null references company,
  form_type  text        not null check (form_type in ('TRANSACTION', 'FARMER', 'PAYMENT', 'PRODUCT')),
  creator    uuid        not null,
  updater    uuid        not null,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  document       json    not null,
  document_users uuid[]  not null
);
comment on column form.document is
  'The form as each document shows it. It is kept because each farmer shows the form of its submission.';
comment on column form.document_users is 'The users in the document, each once.';
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
create index form_product_product on form_product (product);

create table company_product (
  id         uuid primary key,
  company    uuid        not null,
  product    uuid,
  is_active  boolean     not null default true,
  forms      uuid[]      not null default '{}',
  premiums   uuid[]      not null default '{}',
  creator    uuid        not null,
  updater    uuid        not null,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now()
);
create unique index company_product_pair on company_product (company, product) where product is not null;
create unique index company_product_without_product on company_product (company) where product is null;
create index company_product_list on company_product (company, id);
create index company_product_changed on company_product (updated_on, id);

-- The columns of a form that follow from the others, from its fields, configurations and products, and from the premiums
-- that its company pays for these products.
create function keep_form_document() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  fields   json;
  configs  json;
  products json;
  users    uuid[];
begin
  select coalesce(json_agg(document order by position), '[]'), array_agg(creator) || array_agg(updater)
    into fields, users
    from form_field
   where form = new.id;
  select coalesce(json_agg(json_build_object(
           'label', label, 'key', key, 'id', id, 'updated_on', updated_on, 'created_on', created_on,
           'visibility', visibility, 'required', required, 'creator', creator, 'updater', updater) order by id), '[]'),
         users || array_agg(creator) || array_agg(updater)
    into configs, users
    from field_config
   where form = new.id;
  select coalesce(json_agg(json_build_object(
           'name', name, 'id', product.id, 'premiums', coalesce(array_to_string(premiums, ','), ''),
           'is_active', product.is_active::text, 'updated_on', product.updated_on, 'created_on', product.created_on,
           'description', coalesce(description, ''), 'image', coalesce(image, ''),
           'creator', product.creator, 'updater', product.updater) order by product.id), '[]'),
         users || array_agg(product.creator) || array_agg(product.updater)
    into products, users
    from form_product
    join product on product.id = form_product.product
    left join company_product handled on handled.company = new.owner and handled.product = product.id
   where form = new.id;
  new.document := json_build_object(
    'fields', fields, 'owner', new.owner, 'id', new.id, 'products', products, 'field_config', configs,
    'updated_on', new.updated_on, 'created_on', new.created_on, 'form_type', new.form_type,
    'creator', new.creator, 'updater', new.updater);
  new.document_users := array(select distinct unnest(users || new.creator || new.updater));
  return new;
end
$$;
create trigger document before insert or update on form for each row execute function keep_form_document();

create function keep_documents_of_forms() returns trigger language plpgsql as $$
begin
  update form set owner = owner where id in (select form from part);
  return null;
end
$$;
create trigger document_of_new after insert on form_field referencing new table as part
  for each statement execute function keep_documents_of_forms();
create trigger document_of_form after update on form_field referencing new table as part
  for each statement execute function keep_documents_of_forms();
create trigger document_of_end after delete on form_field referencing old table as part
  for each statement execute function keep_documents_of_forms();
create trigger document_of_new after insert on field_config referencing new table as part
  for each statement execute function keep_documents_of_forms();
create trigger document_of_form after update on field_config referencing new table as part
  for each statement execute function keep_documents_of_forms();
create trigger document_of_end after delete on field_config referencing old table as part
  for each statement execute function keep_documents_of_forms();
create trigger document_of_end after delete on form_product referencing old table as part
  for each statement execute function keep_documents_of_forms();

-- A transaction that adds a product to a form, and one that changes the product or its premiums, do not see the other's
-- rows. The lock of the product and that of the company's forms let the second one wait, so that it does.
create function keep_products_of_forms() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('forms of ' || owner, 0)) from form where id in (select form from part);
  perform from product where id in (select product from part) for share;
  update form set owner = owner where id in (select form from part);
  return null;
end
$$;
create trigger document_of_new after insert on form_product referencing new table as part
  for each statement execute function keep_products_of_forms();

create function keep_product_in_forms() returns trigger language plpgsql as $$
begin
  update form set owner = owner
   where id in (select form from form_product where product in (select id from changed));
  return null;
end
$$;
create trigger document_of_forms after update on product referencing new table as changed
  for each statement execute function keep_product_in_forms();

-- A new product is in no form yet. Then nothing is updated, because an UPDATE runs the triggers of form even without a row.
create function keep_premiums_in_forms() returns trigger language plpgsql as $$
declare
  forms uuid[];
begin
  if tg_op = 'UPDATE' then
    if not exists (select from changed join former using (id) where changed.premiums <> former.premiums) then
      return null;
    end if;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('forms of ' || company, 0))
     from (select distinct company from changed where premiums <> '{}' or tg_op = 'UPDATE' order by company) as handling;
  if not found then
    return null;
  end if;
  forms := array(
    select form.id
      from changed
      join form_product on form_product.product = changed.product
      join form on form.id = form_product.form and form.owner = changed.company
     where changed.premiums <> '{}' or tg_op = 'UPDATE');
  if forms <> '{}' then
    update form set owner = owner where id = any (forms);
  end if;
  return null;
end
$$;
create trigger document_of_new after insert on company_product referencing new table as changed
  for each statement execute function keep_premiums_in_forms();
create trigger document_of_forms after update on company_product referencing old table as former new table as changed
  for each statement execute function keep_premiums_in_forms();
