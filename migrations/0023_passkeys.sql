-- Passkeys of portal users, the challenges that they answer, and sign-ins that wait for one.

alter table companies add column require_passkeys boolean not null default false;

-- The name under which an authenticator stores the user. It is random, so that it tells nothing about the user.
alter table portal_users
  add column passkey_handle bytea not null unique default uuid_send(gen_random_uuid())
    check (octet_length(passkey_handle) = 16),
  add unique (company_id, id);
drop index portal_users_by_company;

create table portal_passkeys (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- Unique over all companies: a sign-in without a password finds the user by it.
  credential_id bytea not null unique check (octet_length(credential_id) between 16 and 1023),
  public_key bytea not null check (octet_length(public_key) <= 5000),
  -- How often the passkey has signed, if it counts at all.
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references portal_users (company_id, id) on delete cascade
);
create index portal_passkeys_by_user on portal_passkeys (company_id, user_id);

-- A sign-in whose first factor was right and that waits for a passkey of the user.
create table portal_sign_ins (
  token_digest bytea primary key check (octet_length(token_digest) = 32),
  company_id bigint not null,
  user_id bigint not null,
  first_factor text not null check (first_factor in ('password', 'identity-provider')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (company_id, user_id) references portal_users (company_id, id) on delete cascade
);
create index portal_sign_ins_by_user on portal_sign_ins (company_id, user_id);

-- One challenge for each purpose and cookie: the sign-in cookie of a visitor or the cookie of a session.
create table portal_challenges (
  holder_digest bytea not null check (octet_length(holder_digest) = 32),
  purpose text not null check (purpose in ('sign-in', 'second-factor', 'confirmation', 'registration')),
  challenge bytea not null check (octet_length(challenge) = 32),
  expires_at timestamptz not null,
  primary key (holder_digest, purpose)
);
create index portal_challenges_by_end on portal_challenges (expires_at);
