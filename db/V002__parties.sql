-- The users of an installation, the companies and farmers of the supply chain, and what belongs to them.

-- Columns that requests write often have these types. A session prepares the check of a type once. PostgreSQL would read a
-- check of the table again for each statement, which was 40 % of the insert of a payment.
create domain latitude as double precision check (value between -90 and 90);
create domain longitude as double precision check (value between -180 and 180);
create domain not_negative as numeric check (value >= 0);
create domain consent_status as text check (value in ('GRANTED', 'NOT_GRANTED', 'UNKNOWN'));
create domain direction as text check (value in ('INCOMING', 'OUTGOING'));
create domain payment_method as text check (value in ('CARD', 'INVOICE', 'NONE'));
create domain payment_type as text check (value in ('TRANSACTION', 'PREMIUM', 'TRANSACTION_PREMIUM'));

create table app_user (
  id         uuid primary key,
  email      varchar(100) not null,
  creator    uuid         not null,
  updater    uuid         not null,
  created_on timestamptz  not null default now(),
  updated_on timestamptz  not null default now()
);
-- Find the user of an address, which the service keeps in lower case.
create unique index app_user_email on app_user (lower(email));
create index app_user_changed on app_user (updated_on, id);
comment on table app_user is 'A person, or a script that acts for a person; creator and updater of every record.';

-- The creator of all records that a command or a file creates.
insert into app_user (id, email, creator, updater)
values ('019c0000-0000-7000-8000-000000000001', 'system@localhost',
        '019c0000-0000-7000-8000-000000000001', '019c0000-0000-7000-8000-000000000001');

create table entity (
  id   uuid primary key,
  kind text not null check (kind in ('FARMER', 'COMPANY'))
);
comment on table entity is
  'One id space for farmers and companies: source, destination and entity refer to either. No history: the record has it.';

create table company (
  id                   uuid primary key references entity,
  name                 varchar(500) not null check (btrim(name) <> ''),
  currency             uuid references currency,
  buyer                uuid references company,
  image                text,
  description          varchar(500),
  house_name           varchar(100),
  street               varchar(500),
  city                 varchar(500),
  sub_province         varchar(500),
  province             varchar(500),
  latitude             latitude,
  longitude            longitude,
  zipcode              varchar(50),
  country              varchar(500),
  email                varchar(100),
  phone                varchar(50),
  buy_enabled          boolean      not null default true,
  sell_enabled         boolean      not null default true,
  quality_correction   boolean      not null default false,
  allow_multiple_login boolean      not null default false,
  shares_upstream      boolean      not null default false,
  requires_parents     boolean      not null default false,
  creator              uuid         not null,
  updater              uuid         not null,
  created_on           timestamptz  not null default now(),
  updated_on           timestamptz  not null default now()
);
-- Search companies by the start of their name, and sort by it.
create index company_name on company (lower(name));
create index company_changed on company (updated_on, id);
comment on column company.shares_upstream is
  'Whether the buyers of its goods see the transactions behind those goods, up to a company that does not share.';
comment on column company.requires_parents is 'Whether each sale that it records must name the lots that it draws from.';

create table company_member (
  id         uuid primary key,
  company    uuid        not null references company,
  app_user   uuid        not null references app_user,
  is_active  boolean     not null default true,
  creator    uuid        not null,
  updater    uuid        not null,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  constraint company_member_user unique (company, app_user)
);
create index company_member_list on company_member (company, id);
-- List the memberships of a user.
create index company_member_of_user on company_member (app_user, id);
create index company_member_changed on company_member (updated_on, id);
comment on table company_member is
  'The users who work for a company or once did: an ended membership is kept with is_active false.';

-- Everybody sees such a user in a document. A subquery in each place would cost every document its start.
create function has_no_company(app_user uuid) returns boolean stable language plpgsql as $$
begin
  return not exists (select from company_member member where member.app_user = has_no_company.app_user);
end
$$;

-- A document that a table keeps, with null for its users whom the reader may not know.
create function hide_users(document json, users uuid[], colleagues uuid[]) returns json stable language plpgsql as $$
declare
  shown    text;
  app_user uuid;
begin
  foreach app_user in array users loop
    if (app_user = any (colleagues) or has_no_company(app_user)) is not true then
      shown := replace(coalesce(shown, document::text), format('"creator" : "%s"', app_user), '"creator" : null');
      shown := replace(shown, format('"updater" : "%s"', app_user), '"updater" : null');
    end if;
  end loop;
  return coalesce(shown::json, document);
end
$$;

create table token (
  id         uuid primary key,
  hash       bytea       not null unique check (length(hash) = 32),
  app_user   uuid        not null references app_user,
  company    uuid references company,
  role       text        not null check (role in ('OPERATOR', 'ADMIN', 'MEMBER', 'REPORTER', 'MONITOR')),
  expires_on timestamptz,
  revoked_on timestamptz,
  replaces   uuid references token,
  creator    uuid        not null,
  updater    uuid        not null,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  check ((role in ('OPERATOR', 'MONITOR')) = (company is null))
);
create index token_list on token (company, id);
-- List the tokens of a user.
create index token_of_user on token (app_user, id);
create index token_changed on token (updated_on, id);
comment on column token.hash is 'SHA-256 of the token. The service shows the token itself once and keeps it nowhere.';
comment on column token.replaces is 'The token that this one replaces: a rotation made both.';

-- The tokens that can be used now.
create view live_token as
select * from token where revoked_on is null and (expires_on is null or expires_on > now());

create table token_use (
  token        uuid primary key references token,
  last_used_on date not null
);
comment on table token_use is
  'The last day (UTC) on which each token was used. No history: the service notes it once a day, for nobody''s request.';

-- The service calls this at the end of a write if its token is no longer live.
create function refuse_token() returns void language plpgsql as $$
begin
  raise exception using errcode = 'SC002', message = 'the token is revoked or expired';
end
$$;

-- The service calls this if a transaction assumed something wrong, such as an unchanged row.
create function refuse_assumption() returns void language plpgsql as $$
begin
  raise exception using errcode = 'SC003', message = 'something is not as the transaction assumed';
end
$$;

create table farmer (
  id                uuid primary key references entity,
  buyer             uuid         not null references company,
  number            varchar(10)  not null,
  first_name        varchar(100) not null check (btrim(first_name) <> ''),
  last_name         varchar(100),
  phone             text,
  image             text,
  description       varchar(500),
  house_name        varchar(100),
  street            varchar(500),
  city              varchar(500),
  sub_province      varchar(500),
  province          varchar(500),
  latitude          latitude,
  longitude         longitude,
  zipcode           varchar(50),
  country           varchar(500),
  email             varchar(100),
  identification_no varchar(100),
  reference_number  varchar(100),
  date_of_birth     date,
  gender            varchar(50),
  consent_status    consent_status not null default 'UNKNOWN',
  replaced_by       uuid,
  creator           uuid         not null,
  updater           uuid         not null,
  created_on        timestamptz  not null default now(),
  updated_on        timestamptz  not null default now(),
  constraint farmer_buyer_and_id unique (buyer, id),
  constraint farmer_replaced_by foreign key (buyer, replaced_by) references farmer (buyer, id)
);
-- Numbers and the codes of cards are unique within a company, and letter case does not count: people read F-12 and f-12 as
-- one number. If a new number is taken meanwhile, the service tries again with another one. It knows that by the name of the
-- index, which ends with _number (SqlFailure).
create unique index farmer_number on farmer (buyer, lower(number));
create index farmer_changed on farmer (updated_on, id);
-- Find the farmers that a farmer replaced.
create index farmer_replaced on farmer (replaced_by) where replaced_by is not null;
-- Find the same farmer again, for a warning. Each index costs about 5 microseconds when the field of a farmer is written.
-- A phone has no limit, but a row of an index has.
create index farmer_phone on farmer (buyer, left(translate(phone, '+-./() ', ''), 40), lower(first_name)) where phone is not null;
create index farmer_identification on farmer (buyer, lower(identification_no)) where identification_no is not null;
create index farmer_reference on farmer (buyer, lower(reference_number)) where reference_number is not null;
-- The first and the last name of a farmer, for people and for a search.
create function farmer_name(first_name text, last_name text) returns text immutable parallel safe language sql as $$
  select btrim(btrim(first_name) || ' ' || btrim(coalesce(last_name, '')))
$$;
-- Search farmers by the start of their whole name or last name: those of a company, or all.
create index farmer_name_start on farmer (lower(farmer_name(first_name, last_name)) text_pattern_ops, buyer);
create index farmer_last_name_start on farmer (lower(last_name) text_pattern_ops, buyer) where last_name is not null;
-- Farmers and companies by the names that a company may see: a farmer of another company has no number, and a name only with
-- the farmer's consent.
create function parties_seen_by(reader uuid) returns table (id uuid, number text, name text)
stable parallel safe language sql as $$
  select id, case when buyer = reader then number end,
         case when buyer = reader or consent_status = 'GRANTED' then farmer_name(first_name, last_name) end
    from farmer
   union all
  select id, null, name from company
$$;
comment on column farmer.buyer is 'The company to which the farmer belongs; only its members see and change the record.';
comment on column farmer.replaced_by is
  'The farmer who replaced this one: another record of the same person in the same company, whose own replaced_by is null.';

create table card (
  id         uuid primary key,
  company    uuid         not null references company,
  card_id    varchar(100) not null,
  display_id varchar(100),
  creator    uuid         not null,
  updater    uuid         not null,
  created_on timestamptz  not null default now(),
  updated_on timestamptz  not null default now(),
  constraint card_company_and_id unique (company, id)
);
create unique index card_card_id on card (company, lower(card_id));
create index card_changed on card (updated_on, id);

create table entity_card (
  id         uuid primary key,
  company    uuid        not null,
  card       uuid        not null references card,
  entity     uuid        not null references entity,
  is_active  boolean     not null default true,
  creator    uuid        not null,
  updater    uuid        not null,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  constraint entity_card_company_card foreign key (company, card) references card (company, id)
);
create unique index entity_card_one_entity_a_card on entity_card (card) where is_active;
create unique index entity_card_one_card_an_entity on entity_card (entity) where is_active;
create index entity_card_list on entity_card (company, id);
-- List the holders of a card, and the cards of a holder.
create index entity_card_of_card on entity_card (card, id);
create index entity_card_of_entity on entity_card (entity, id);
create index entity_card_changed on entity_card (updated_on, id);
comment on table entity_card is
  'The holders of a card, now and before: an ended assignment is kept with is_active false.';
comment on column entity_card.company is 
  'The company of the card, repeated here so that an index serves the list of a company.';

create table field_visibility (
  id         uuid primary key,
  company    uuid         not null references company,
  name       varchar(100) not null,
  visibility boolean      not null default true,
  type       text         not null check (type in ('TRANSACTION', 'FARMER')),
  creator    uuid         not null,
  updater    uuid         not null,
  created_on timestamptz  not null default now(),
  updated_on timestamptz  not null default now(),
  constraint field_visibility_name unique (company, type, name)
);
create index field_visibility_list on field_visibility (company, id);
create index field_visibility_changed on field_visibility (updated_on, id);

create table plot (
  id               uuid primary key,
  company          uuid         not null,
  farmer           uuid         not null,
  name             varchar(100),
  area             numeric      check (area > 0),
  measured_area    numeric,
  production_place varchar(500),
  geometry         jsonb        not null,
  is_active        boolean      not null default true,
  creator          uuid         not null,
  updater          uuid         not null,
  created_on       timestamptz  not null default now(),
  updated_on       timestamptz  not null default now(),
  constraint plot_company_farmer foreign key (company, farmer) references farmer (buyer, id) on update cascade
);
create index plot_list on plot (company, id);
-- List the plots of a farmer.
create index plot_farmer on plot (farmer, id);
create index plot_changed on plot (updated_on, id);
-- Search plots by the start of their name.
create index plot_name_start on plot (lower(name) text_pattern_ops) where name is not null;

-- The first position of a GeoJSON Point, Polygon or MultiPolygon, as (longitude, latitude); null if it has none.
create function place_of(geometry jsonb) returns point immutable language sql as $$
  select case 'number'
           when jsonb_typeof(geometry #> '{coordinates,0,0,0}') then
             point((geometry #>> '{coordinates,0,0,0}')::float8, (geometry #>> '{coordinates,0,0,1}')::float8)
           when jsonb_typeof(geometry #> '{coordinates,0,0,0,0}') then
             point((geometry #>> '{coordinates,0,0,0,0}')::float8, (geometry #>> '{coordinates,0,0,0,1}')::float8)
           when jsonb_typeof(geometry #> '{coordinates,0}') then
             point((geometry #>> '{coordinates,0}')::float8, (geometry #>> '{coordinates,1}')::float8)
         end
$$;

-- The smallest box with all positions of a GeoJSON Point, Polygon or MultiPolygon; null if it has none. To read all
-- positions as one polygon takes about half of the time of reading them one by one. An altitude is no part of the box.
create function box_of(geometry jsonb) returns box immutable language sql as $$
  select case when 'number' in (jsonb_typeof(geometry #> '{coordinates,2}'),
                                jsonb_typeof(geometry #> '{coordinates,0,0,2}'),
                                jsonb_typeof(geometry #> '{coordinates,0,0,0,2}'))
              then box(translate(regexp_replace(geometry ->> 'coordinates', '([^][ ,]+, [^][ ,]+), [^][ ,]+', '\1', 'g'),
                                 '[]', '')::polygon)
              when 'number' in (jsonb_typeof(geometry #> '{coordinates,0}'),
                                jsonb_typeof(geometry #> '{coordinates,0,0,0}'),
                                jsonb_typeof(geometry #> '{coordinates,0,0,0,0}'))
              then box(translate(geometry ->> 'coordinates', '[]', '')::polygon) end
$$;

-- Find the plots that may overlap a plot.
create index plot_box on plot using gist (box_of(geometry));
-- No plan depends on statistics of boxes, and to collect them takes a while.
alter index plot_box alter column 1 set statistics 0;
comment on table plot is 'A plot of land of a farmer. A plot that is no longer farmed has is_active false.';
comment on column plot.company is
  'The buyer of the farmer, repeated here so that an index serves the list of a company. It follows a farmer who moves.';
comment on column plot.area is 'Hectares, as the farmer states them.';
comment on column plot.measured_area is 'Hectares that the boundary encloses; null for a point.';
comment on column plot.geometry is
  'A GeoJSON Point, Polygon or MultiPolygon (RFC 7946): WGS 84, longitude before latitude, at most six decimals, digits as given.';
