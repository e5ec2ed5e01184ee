-- Where goods came from before a company had them is its own to tell.

alter table company add column shares_upstream boolean not null default false;
comment on column company.shares_upstream is
  'Whether who gets goods of it sees what they were drawn from, up to a company that does not share.';
