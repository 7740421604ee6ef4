-- What a run did, what it left for a person to decide, and how far a long one has come.

-- What a run did to each person it touched; nothing about those it found unchanged.
create table sync_changes (
  company_id bigint not null,
  run_id bigint not null,
  id bigint generated always as identity,
  -- Where the person stands in the roster, counted from 0; null for people who are not in it.
  position integer,
  employee_id bigint,
  hr_id text,
  outcome text not null check (
    outcome in ('added', 'adopted', 'rehired', 'renumbered', 'updated', 'offboarded', 'unlinked', 'conflict', 'held')
  ),
  reason text not null default 'unknown',
  fields jsonb not null default '{}',
  -- What followed for the subscription: {"action", "start", "end"}.
  consequence jsonb,
  primary key (company_id, run_id, id),
  foreign key (company_id, run_id) references sync_runs,
  foreign key (company_id, employee_id) references employees
);
create index sync_changes_by_employee on sync_changes (company_id, employee_id, id);

-- Ends that wait for approval: of links that the roster omits, and of employments that it terminates.
create table sync_held_ends (
  company_id bigint not null,
  run_id bigint not null,
  link_id bigint not null,
  -- Null: omitted.
  termination_date date,
  primary key (company_id, run_id, link_id),
  foreign key (company_id, run_id) references sync_runs,
  foreign key (company_id, link_id) references hr_links
);

-- A known personnel number whose holder seems to be another person. One of the two is right, and a person says which.
create table sync_conflicts (
  company_id bigint not null,
  id bigint generated always as identity,
  integration_id bigint not null,
  hr_id text not null,
  link_id bigint not null,
  -- The run that last listed it, and what that roster says: a row of roster_entries.
  run_id bigint not null,
  entry jsonb not null,
  found_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, integration_id, hr_id),
  foreign key (company_id, integration_id) references hr_integrations,
  foreign key (company_id, link_id) references hr_links,
  foreign key (company_id, integration_id, run_id) references sync_runs (company_id, integration_id, id)
);

-- Written beside the transaction that applies a run, whose own changes nobody sees before it ends.
create unlogged table sync_progress (
  company_id bigint not null,
  run_id bigint not null,
  step text not null,
  done integer not null,
  total integer not null,
  at timestamptz not null default now(),
  primary key (company_id, run_id)
);
