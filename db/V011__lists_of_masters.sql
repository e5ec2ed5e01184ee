-- Lists of the records that others are made of, as in V009.
create index company_changed on company (updated_on, id);
create index app_user_changed on app_user (updated_on, id);
create index company_member_list on company_member (company, id);
create index company_member_of_user on company_member (app_user, id);
create index company_member_changed on company_member (updated_on, id);
create index token_list on token (company, id);
create index token_of_user on token (app_user, id);
create index token_changed on token (updated_on, id);

alter table currency add column updated_on timestamptz not null default now();
create index currency_changed on currency (updated_on, id);

drop index form_owner;
create index form_list on form (owner, id);
create index form_changed on form (updated_on, id);
create index submission_list on submission (company, id);
create index submission_of_form on submission (form, id);
create index submission_changed on submission (updated_on, id);
create index field_visibility_list on field_visibility (company, id);
create index field_visibility_changed on field_visibility (updated_on, id);
