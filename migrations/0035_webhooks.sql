-- Webhooks (docs/webhooks.md): addresses of a company's programs that are told about its events.
create table webhook_endpoints (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  url text not null check (length(url) between 8 and 2000),
  -- Null: events of every type.
  event_types text[] check (cardinality(event_types) >= 1),
  -- The number of the last event that was delivered, or that the endpoint does not want. Undelivered events need no row
  -- of their own, so a long queue takes no space.
  last_number bigint not null check (last_number >= 0),
  -- Set by an admin.
  switched_off_at timestamptz,
  -- Set by the service: after three days of failures, or because the receiver answered 410.
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('failing', 'gone')),
  -- About the event that is being retried.
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  failing_since timestamptz,
  next_attempt_at timestamptz,
  -- Endpoints whose last request took long, and new ones, share places among themselves.
  is_slow boolean not null default true,
  -- The sender that works for the endpoint. If it dies, another one takes over when the time has passed.
  claim uuid,
  claimed_until timestamptz,
  -- When a sender has worked for the endpoint last. The one that has waited longest is next.
  served_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((disabled_at is null) = (disabled_because is null)),
  check ((failing_since is null) = (failed_attempts = 0)),
  check ((claim is null) = (claimed_until is null))
);

-- While a secret is being replaced, requests are signed with both.
create table webhook_secrets (
  company_id bigint not null,
  endpoint_id bigint not null,
  slot smallint not null check (slot in (1, 2)),
  -- Encrypted with a key derived from SECRET_KEY.
  sealed text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  primary key (company_id, endpoint_id, slot),
  foreign key (company_id, endpoint_id) references webhook_endpoints on delete cascade
);

-- The log of requests, one row for each attempt.
create table webhook_deliveries (
  company_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  kind text not null check (kind in ('event', 'replay', 'test')),
  -- The header webhook-id.
  message_id text not null check (length(message_id) between 1 and 100),
  event_number bigint check (event_number > 0),
  event_type text not null,
  attempt integer not null check (attempt >= 1),
  outcome text not null check (outcome in ('delivered', 'failed')),
  -- The status of the answer. Null: there was none.
  status smallint check (status between 100 and 999),
  problem text check (length(problem) <= 50),
  body text not null check (octet_length(body) <= 65536),
  -- The first bytes of the answer.
  answer text check (length(answer) <= 1024),
  took_ms integer not null check (took_ms >= 0),
  at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhook_endpoints on delete cascade,
  check ((kind = 'test') = (event_number is null))
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (company_id, endpoint_id, id);
create index webhook_deliveries_by_time on webhook_deliveries (company_id, at);

-- Events that an admin has asked for once more. The row is deleted when the last one is delivered.
create table webhook_replays (
  company_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  next_number bigint not null check (next_number > 0),
  through_number bigint not null check (through_number > 0),
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  failing_since timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhook_endpoints on delete cascade,
  check (next_number <= through_number),
  check ((failing_since is null) = (failed_attempts = 0))
);
create index webhook_replays_by_endpoint on webhook_replays (company_id, endpoint_id, id);
