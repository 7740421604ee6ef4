-- HR integrations, and the runs of rosters submitted to them.

create table hr_integrations (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('hr-integration', 'api-integration')),
  auto_sync_default boolean not null default true,
  -- A run that would end more subscriptions than this is held for a person to look at; null means never.
  hold_count integer check (hold_count >= 0),
  hold_percent numeric(5, 2) check (hold_percent between 0 and 100),
  last_accept_seq bigint not null default 0,
  -- Which runs the record speaks of; status and last sync are derived from them, never stored twice.
  last_run_id bigint,
  last_applied_run_id bigint,
  last_failed_run_id bigint,
  disconnected_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index hr_integrations_by_created on hr_integrations (company_id, created_at, id);
create index hr_integrations_by_updated on hr_integrations (company_id, updated_at, id);

-- A roster on its way in. Its entries are stored as they arrive; the upload is accepted as a run, or swept when
-- nobody has renewed its lease.
create table roster_uploads (
  company_id bigint not null,
  id bigint generated always as identity,
  integration_id bigint not null,
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, integration_id) references hr_integrations
);

-- No index and no foreign key: entries are written, read and deleted a whole upload at a time (docs/decisions/0010).
create table roster_entries (
  company_id bigint not null,
  upload_id bigint not null,
  position integer not null,
  hr_id text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  date_of_birth date not null,
  profile_image text,
  start_date date not null,
  termination_date date,
  auto_sync boolean,
  absences jsonb not null default '[]'
);

-- An accepted roster and what became of it. This table is the truth; the queue only says that there is work.
create table sync_runs (
  company_id bigint not null,
  id bigint generated always as identity,
  integration_id bigint not null,
  sync_id text not null check (length(sync_id) between 1 and 200),
  -- The order in which rosters of an integration were accepted, and in which they are applied.
  accept_seq bigint not null,
  status text not null check (
    status in ('queued', 'running', 'held', 'succeeded', 'failed', 'discarded', 'superseded')
  ),
  -- Where its entries are, until the run is over.
  upload_id bigint,
  api_key_id bigint references api_keys,
  portal_user_id bigint references portal_users on delete set null,
  body_digest bytea check (octet_length(body_digest) = 32),
  entry_count integer not null default 0,
  resubmissions integer not null default 0,
  resubmitted_differently boolean not null default false,
  attempts integer not null default 0,
  -- Of these, how many do not count: nothing was wrong with the roster.
  attempts_excused integer not null default 0 check (attempts_excused between 0 and attempts),
  counts jsonb not null default '{}',
  problems jsonb not null default '[]',
  failure text,
  created_at timestamptz not null default now(),
  accepted_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, integration_id, id),
  unique (company_id, integration_id, sync_id),
  unique (company_id, integration_id, accept_seq),
  foreign key (company_id, integration_id) references hr_integrations,
  foreign key (company_id, upload_id) references roster_uploads,
  check ((status in ('succeeded', 'failed', 'discarded', 'superseded')) = (finished_at is not null)),
  check (status not in ('queued', 'running') or upload_id is not null)
);
create index sync_runs_unfinished on sync_runs (company_id, integration_id, accept_seq)
  where status in ('queued', 'running', 'held');
create index sync_runs_by_upload on sync_runs (company_id, upload_id) where upload_id is not null;

alter table hr_integrations
  add foreign key (company_id, id, last_run_id) references sync_runs (company_id, integration_id, id),
  add foreign key (company_id, id, last_applied_run_id) references sync_runs (company_id, integration_id, id),
  add foreign key (company_id, id, last_failed_run_id) references sync_runs (company_id, integration_id, id);
