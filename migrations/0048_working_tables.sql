-- What a run works out before it changes anybody (src/sync/working-tables.ts). A run writes its rows and deletes them in
-- the same transaction, so nobody else sees any, and a crash leaves none. They were temporary tables, which a cluster
-- cannot join with its own.

-- One row for each person whom the roster changes, with the roster's values and the outcome (docs/sync.md). Unchanged
-- people have no row.
create unlogged table planned_changes (
  company_id bigint not null,
  run_id bigint not null,
  -- Where in the roster; null for those it does not list.
  position integer,
  hr_id text not null,
  first_name text,
  last_name text,
  email text,
  date_of_birth date,
  profile_image text,
  start_date date,
  termination_date date,
  auto_sync boolean,
  absences jsonb,
  -- The link as it was before; null where one has to be made.
  link_id bigint,
  -- Null for newcomers: they get their ids when they are added.
  employee_id bigint,
  outcome text not null,
  reason text,
  facts_changed boolean not null default true,
  record_changed boolean not null default false,
  name_changed boolean not null default false,
  was_ended boolean not null default false,
  -- The link has to store what its number lists, or that it is listed again.
  link_noted boolean not null default false,
  listed_first_name text,
  listed_email text,
  listed_date_of_birth date,
  held boolean not null default false,
  -- What stays in force while the termination is held.
  termination_before date,
  fields jsonb not null default '{}',
  primary key (company_id, run_id, hr_id)
);

-- Many changes are applied part by part: newcomers in the order of the roster, known people in the order of their ids.
create index planned_changes_of_newcomers on planned_changes (company_id, run_id, position) where outcome = 'added';
create index planned_changes_of_known on planned_changes (company_id, run_id, employee_id) where outcome <> 'added';

-- The valid entries of a roster that repeats people, with their present links.
create unlogged table planned_entries (
  company_id bigint not null,
  run_id bigint not null,
  position integer not null,
  hr_id text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_normal text not null,
  date_of_birth date not null,
  profile_image text,
  start_date date not null,
  termination_date date,
  auto_sync boolean,
  absences jsonb not null,
  -- The employment is over.
  has_left boolean not null,
  is_present boolean not null,
  link_id bigint,
  employee_id bigint,
  primary key (company_id, run_id, has_left, hr_id)
);

-- The entries that seem to list a person whom another entry lists.
create unlogged table planned_duplicates (
  company_id bigint not null,
  run_id bigint not null,
  position integer not null,
  hr_id text not null,
  first_hr_id text not null,
  decision text,
  entry jsonb not null,
  is_pair boolean not null,
  is_set_aside boolean not null,
  may_end boolean not null
);
create index planned_duplicates_of_run on planned_duplicates (company_id, run_id);
