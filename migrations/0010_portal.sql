-- The portal: who may sign in, how often it may be tried, and invitations that are handed over as a link.

alter table portal_users
  -- Removed, not deleted: the audit log goes on saying who it was.
  add column removed_at timestamptz,
  add column last_signed_in_at timestamptz;

-- When the password was last given in this session. Until shortly after that it may do what needs more than a cookie.
alter table portal_sessions add column confirmed_at timestamptz;

create table portal_invitations (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  email text not null check (length(email) between 3 and 320),
  email_normal text not null generated always as (normal_email(email)) stored,
  role text not null check (role in ('admin', 'viewer')),
  token_digest bytea not null unique check (octet_length(token_digest) = 32),
  -- Null: by the operator.
  invited_by bigint references portal_users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null)
);
create unique index portal_invitations_one_open on portal_invitations (company_id, email_normal)
  where accepted_at is null and withdrawn_at is null;

-- How often a password has been tried for an e-mail address, or from a network address, whether or not they exist.
-- Digests, because what strangers type is nobody's to keep. In the database, so that it holds on all nodes together.
create table portal_attempts (
  subject bytea primary key check (octet_length(subject) = 32),
  attempts integer not null,
  window_ends_at timestamptz not null
);
create index portal_attempts_by_end on portal_attempts (window_ends_at);

-- What the employer pays for a month. It is the other side of employee_contribution_cents: together they are the price
-- less the discount, which a plan that the employer pays entirely always gets.
create function employer_share_cents(plan_type text, price_cents integer, subsidy_cents integer) returns integer
  language sql immutable parallel safe
  return case
    when plan_type = 'fully-subsidized-plan' then price_cents - (price_cents * 5 + 50) / 100
    when subsidy_cents * 4 >= price_cents then least(subsidy_cents, price_cents - (price_cents * 5 + 50) / 100)
    else subsidy_cents
  end;
