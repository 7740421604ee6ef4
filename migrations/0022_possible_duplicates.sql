-- Two numbers of an integration that seem to be one person, and what was decided about them (docs/sync.md).
create table possible_duplicates (
  company_id bigint not null,
  id bigint generated always as identity,
  integration_id bigint not null,
  -- The number that counts, and the other one.
  first_hr_id text not null,
  hr_id text not null,
  -- What the last applied roster says about the other number, until it is decided: a row of roster_entries.
  entry jsonb,
  decision text check (decision in ('same-person', 'two-people')),
  found_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, integration_id) references hr_integrations,
  check (first_hr_id <> hr_id),
  check ((decision is null) = (decided_at is null)),
  check ((decision is null) = (entry is not null))
);
-- A pair is asked about once, whichever of the two counts.
create unique index possible_duplicates_one_per_pair
  on possible_duplicates (company_id, integration_id, least(first_hr_id, hr_id), greatest(first_hr_id, hr_id));
