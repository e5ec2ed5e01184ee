-- A client can name its request as it likes, so its name stands beside the service's own id and not in its place.
alter table history add column client_request text;
comment on column history.request is
  'The service''s id of the request, or the command; of who came past the service, program and database user.';
comment on column history.client_request is 'The X-Request-Id that the client sent; null where it sent none.';

create or replace function keep_history() returns trigger language plpgsql as $$
declare
  was     jsonb;
  becomes jsonb;
  whole   jsonb;
  id      uuid;
  owner   uuid;
begin
  if tg_op = 'INSERT' then
    becomes := jsonb_strip_nulls(to_jsonb(new));
    whole := becomes;
  elsif tg_op = 'DELETE' then
    was := jsonb_strip_nulls(to_jsonb(old));
    whole := was;
  else
    whole := to_jsonb(old);
    becomes := to_jsonb(new);
    select jsonb_object_agg(o.key, whole -> o.key), jsonb_object_agg(o.key, becomes -> o.key)
      into was, becomes
      from jsonb_each_text(whole) o
     where o.value is distinct from becomes ->> o.key and o.key <> 'updated_on';
    if was is null then
      return null;
    end if;
  end if;
  if tg_table_name = 'token' then
    was := was - 'hash';
    becomes := becomes - 'hash';
  end if;
  id := whole ->> 'id';
  owner := coalesce(whole ->> tg_argv[0], whole ->> tg_argv[1]);
  insert into history (app_user, request, client_request, kind, record, part_of, operation, before, after)
  values (nullif(current_setting('supply_chain.app_user', true), '')::uuid,
          coalesce(nullif(current_setting('supply_chain.request', true), ''),
                   concat_ws(' as ', nullif(current_setting('application_name'), ''), session_user)),
          nullif(current_setting('supply_chain.client_request', true), ''),
          tg_table_name, coalesce(id, owner), case when id is not null then owner end, tg_op, was, becomes);
  return null;
end
$$;
