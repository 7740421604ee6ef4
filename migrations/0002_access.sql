-- Who may use the service: API keys for machines, portal users for people, and the log of what they changed.

create table api_keys (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  environment text not null check (environment in ('staging', 'production')),
  username text not null unique,
  name text not null check (length(name) between 1 and 200),
  permissions text[] not null check (
    permissions <@ array['view-employees', 'view-hr-integrations', 'add-employees', 'update-employees', 'remove-employees']
  ),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  check (username like case environment when 'production' then 'live\_%' else 'test\_%' end)
);
create index api_keys_by_company on api_keys (company_id, id);

-- Two slots, so that an old and a new secret can overlap while a key is rotated, and never three.
create table api_key_secrets (
  api_key_id bigint not null references api_keys on delete cascade,
  slot smallint not null check (slot in (1, 2)),
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (api_key_id, slot)
);

-- The one place that says when two e-mail addresses are the same.
-- Plain ASCII, nearly all of them, skips the Unicode normalisation: 0.7 instead of 2.8 µs each.
create function normal_email(email text) returns text
  language sql immutable strict parallel safe
  return case
    when octet_length(email) = char_length(email) then lower(btrim(email, E' \t\r\n'))
    else lower(normalize(btrim(email, E' \t\r\n\u00a0\u3000'), nfkc))
  end;

create table portal_users (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  email text not null check (length(email) between 3 and 320),
  email_normal text not null generated always as (normal_email(email)) stored unique,
  role text not null default 'admin' check (role in ('admin', 'viewer')),
  password_hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index portal_users_by_company on portal_users (company_id, id);

create table portal_sessions (
  token_digest bytea primary key check (octet_length(token_digest) = 32),
  user_id bigint not null references portal_users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index portal_sessions_by_user on portal_sessions (user_id);

create table audit_log (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('operator', 'portal-user', 'api-key', 'employee', 'sync', 'system')),
  actor_id bigint,
  action text not null,
  subject_type text not null,
  subject_id bigint,
  details jsonb not null default '{}',
  primary key (company_id, id)
);
create index audit_log_by_subject on audit_log (company_id, subject_type, subject_id, id);
