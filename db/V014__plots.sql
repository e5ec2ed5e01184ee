-- Where goods grew: the plots of land of a farmer.

create table plot (
  id               uuid primary key,
  farmer           uuid         not null references farmer,
  name             varchar(100),
  area             numeric      check (area > 0),
  production_place varchar(500),
  geometry         jsonb        not null,
  is_active        boolean      not null default true,
  creator          uuid         not null references app_user,
  updater          uuid         not null references app_user,
  created_on       timestamptz  not null default now(),
  updated_on       timestamptz  not null default now()
);
create index plot_farmer on plot (farmer, id);
create index plot_changed on plot (updated_on, id);
create index plot_name_start on plot (lower(name) text_pattern_ops) where name is not null;
comment on table plot is 'A plot of land of a farmer. One that is no longer farmed is made inactive.';
comment on column plot.area is 'Hectares, as the farmer says.';
comment on column plot.geometry is
  'A GeoJSON Point or Polygon (RFC 7946): WGS 84, longitude before latitude, the digits that were given, six decimals at the most.';

call keep_history_of('plot', 'farmer');
