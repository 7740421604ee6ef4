-- breaking
-- Code from before it expects that every portal user has a password.

-- Sign-in through the company's identity provider (OpenID Connect).

-- A user who was created by signing in through a provider has no password.
alter table portal_users alter column password_hash drop not null;

create table identity_providers (
  company_id bigint primary key references companies,
  issuer text not null check (length(issuer) between 8 and 500),
  client_id text not null check (length(client_id) between 1 and 500),
  -- Encrypted with a key derived from SECRET_KEY.
  client_secret text not null,
  -- The claim that decides about the role. Null: roles are managed in the portal.
  role_claim text check (length(role_claim) between 1 and 200),
  admin_values text[] not null default '{}',
  viewer_values text[] not null default '{}',
  -- The role of people with none of these values, and of created users if there is no claim. Null: no entry.
  other_role text check (other_role in ('admin', 'viewer')),
  -- Whether the first sign-in creates a user who is not invited.
  creates_users boolean not null default false,
  only_way_in boolean not null default false,
  -- Part of the address at which the company's people sign in. Random, so that nobody can list the companies.
  link text not null unique check (link ~ '^[A-Za-z0-9_-]{22}$'),
  -- Since when the issuer, the client and the rules for roles are as they are.
  proven_from timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (role_claim is not null or (admin_values = '{}' and viewer_values = '{}'))
);

-- The domains of e-mail addresses that may sign in.
create table identity_domains (
  company_id bigint not null references identity_providers on delete cascade,
  domain text not null check (length(domain) between 3 and 253 and domain = lower(domain)),
  -- Set by the operator: an address with this domain in the sign-in form leads to this provider.
  is_vouched_for boolean not null,
  primary key (company_id, domain)
);
create index identity_domains_by_domain on identity_domains (domain);

-- Who a user is at the provider.
create table portal_identities (
  company_id bigint not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz not null default now(),
  primary key (company_id, user_id, issuer),
  unique (company_id, issuer, subject),
  foreign key (company_id, user_id) references portal_users (company_id, id) on delete cascade
);

-- Whether the session began through the provider.
alter table portal_sessions add column through_provider boolean not null default false;

-- Sign-ins that are on their way to the provider and back. The browser has the secret of which this is the digest.
create table identity_attempts (
  token_digest bytea primary key check (octet_length(token_digest) = 32),
  company_id bigint not null references identity_providers on delete cascade,
  return_path text not null check (length(return_path) <= 500),
  -- The session that asks for confirmation. Null: a sign-in.
  session_digest bytea references portal_sessions (token_digest) on delete cascade,
  expires_at timestamptz not null
);
create index identity_attempts_by_session on identity_attempts (session_digest);
create index identity_attempts_by_end on identity_attempts (expires_at);
