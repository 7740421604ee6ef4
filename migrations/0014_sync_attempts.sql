-- Rosters that were refused after authentication (docs/sync.md, "Attempts"). Nothing else of a refused roster is kept.
-- Equal refusals in a row share one attempt.
create table sync_attempts (
  company_id bigint not null,
  integration_id bigint not null,
  id bigint generated always as identity,
  api_key_id bigint references api_keys,
  portal_user_id bigint references portal_users on delete set null,
  status smallint not null check (status between 400 and 599),
  code text not null,
  -- In words, for refusals without errors. It never quotes the request.
  detail text check (length(detail) <= 500),
  -- The first errors: [{"in", "pointer", "code"}]. Values are personal data and are not stored.
  errors jsonb not null check (jsonb_typeof(errors) = 'array' and jsonb_array_length(errors) <= 10),
  error_count integer not null check (error_count >= jsonb_array_length(errors)),
  -- hr_integrations.last_accept_seq: a roster that is accepted in between ends the row of equal refusals.
  accept_seq bigint not null,
  count bigint not null default 1 check (count >= 1),
  -- Of the latest of the equal refusals.
  request_id text not null check (length(request_id) between 1 and 100),
  sync_id text check (length(sync_id) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, integration_id, id),
  foreign key (company_id, integration_id) references hr_integrations,
  check (num_nonnulls(api_key_id, portal_user_id) <= 1),
  check (updated_at >= created_at)
);
