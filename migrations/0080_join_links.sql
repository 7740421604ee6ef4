-- The join link of a company: a page that mails employees the link to their own page (docs/employee-page.md, "Join link").
alter table companies
  add column join_link boolean not null default false,
  -- Rises when the link is renewed.
  add column join_version integer not null default 1 check (join_version > 0),
  -- Whether HR is shown who asked without being listed.
  add column join_strangers boolean not null default false;

-- Who asked by the join link and was not found. Kept for 30 days.
create table join_requests (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- As normal_email writes it.
  email text not null check (length(email) between 3 and 320 and email = normal_email(email)),
  date_of_birth date not null,
  asked_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, email)
);
create index join_requests_by_age on join_requests (asked_at);
