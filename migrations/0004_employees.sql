-- People: the record, the facts of their subscription, and their links to HR systems.

-- What a search compares: lower case without accents. Plain ASCII takes the short way; the long one takes 7 µs a name.
create function searchable(value text) returns text
  language sql immutable strict parallel safe
  return case
    when octet_length(value) = char_length(value) then lower(value)
    else translate(
      replace(lower(normalize(value, nfkd)), 'ß', 'ss'),
      U&'\0300\0301\0302\0303\0304\0306\0307\0308\030A\030B\030C\0323\0327\0328', '')
  end;

create table employees (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_normal text not null generated always as (normal_email(email)) stored,
  search_text text not null generated always as (searchable(first_name || ' ' || last_name || ' ' || email)) stored,
  date_of_birth date not null,
  profile_image text,

  -- The last subscription term; earlier ones are in past_terms. It stands in this row because every read and most
  -- filters need it: over 1,000,000 people a filter by status then reads one table and joins nothing.
  -- Each end is the first day without a ticket and belongs to its owner; the earliest counts.
  term_number integer not null default 0,
  term_start date,
  term_end_hr date,
  term_end_person date,
  term_end_contract date,
  -- The day a term whose end had been reached went on again.
  term_reopened_on date,
  pauses_hr datemultirange not null default '{}',
  pauses_person datemultirange not null default '{}',
  -- The latest pause and reactivation of earlier terms, which the record keeps showing.
  earlier_paused_on date,
  earlier_reactivated_on date,

  -- Null means the company's default plan.
  plan_type text check (plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  next_plan_type text check (next_plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  next_plan_from date check (extract(day from next_plan_from) = 1),

  -- The offer whose answer the record shows. The status stands here for filters; the foreign key keeps it true.
  offer_id bigint,
  contract_status text,

  erased_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((term_number = 0) = (term_start is null)),
  check (term_start is not null or coalesce(term_end_hr, term_end_person, term_end_contract, term_reopened_on) is null),
  check (term_start is not null or (isempty(pauses_hr) and isempty(pauses_person))),
  check (least(term_end_hr, term_end_person, term_end_contract) >= term_start),
  check ((next_plan_type is null) = (next_plan_from is null)),
  check ((offer_id is null) = (contract_status is null))
);
create index employees_by_created on employees (company_id, created_at, id);
create index employees_by_updated on employees (company_id, updated_at, id);
-- A search reads this instead of the table, in half of the time. New people come at its end, which keeps it cheap to fill.
create index employees_for_search on employees (company_id, id) include (search_text);
create index employees_by_email on employees (company_id, email_normal, date_of_birth);

create table past_terms (
  company_id bigint not null,
  employee_id bigint not null,
  number integer not null check (number > 0),
  start_on date not null,
  end_hr date,
  end_person date,
  end_contract date,
  reopened_on date,
  pauses_hr datemultirange not null default '{}',
  pauses_person datemultirange not null default '{}',
  primary key (company_id, employee_id, number),
  foreign key (company_id, employee_id) references employees,
  check (least(end_hr, end_person, end_contract) >= start_on)
);

-- A plan that needs a contract is offered first; the answer decides.
create table contract_offers (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  reason text not null check (reason in ('enrolment', 'plan-change', 'new-terms')),
  plan_type text not null check (plan_type in ('deferred-plan', 'split-pay-plan')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
  planned_start date not null,
  text_version text not null,
  text_digest bytea not null check (octet_length(text_digest) = 32),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (company_id, id),
  unique (company_id, employee_id, id, status),
  foreign key (company_id, employee_id) references employees,
  check ((status = 'pending') = (decided_at is null))
);

-- Deferred: an answer changes the offer and then the record, in one transaction.
alter table employees
  add foreign key (company_id, id, offer_id, contract_status)
    references contract_offers (company_id, employee_id, id, status) deferrable initially deferred;

create table hr_links (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  integration_id bigint not null,
  type text not null check (type in ('custom', 'hr-integration')),
  hr_id text check (length(hr_id) between 1 and 200),
  -- Stored: lower() on each of 1,000,000 adds more than half to the time of looking through them.
  search_text text generated always as (lower(hr_id)) stored,
  start_date date,
  termination_date date,
  auto_sync boolean,
  absences jsonb not null default '[]',
  -- A link is ended, never deleted. While it is present its last sync is that of the integration;
  -- the run it was last part of is fixed here when it ends.
  ended_at timestamptz,
  last_run_id bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, integration_id) references hr_integrations,
  foreign key (company_id, integration_id, last_run_id) references sync_runs (company_id, integration_id, id),
  check ((type = 'custom') = (hr_id is null)),
  check ((type = 'custom') = (start_date is null)),
  check (type = 'hr-integration' or last_run_id is null)
);
create unique index hr_links_one_present_per_hr_id on hr_links (company_id, integration_id, hr_id) where ended_at is null;
create unique index hr_links_one_present_per_employee on hr_links (company_id, employee_id, integration_id) where ended_at is null;
create index hr_links_by_employee on hr_links (company_id, employee_id, integration_id, type);
create index hr_links_by_hr_id on hr_links (company_id, hr_id, employee_id) include (search_text);
