-- Companies, the installation's environment, and the business date every rule is judged by.

-- One row: which environment this database was made for. Staging and production never share a database.
create table installation (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('staging', 'production')),
  created_at timestamptz not null default now()
);

create table companies (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  locale text not null default 'de-DE',
  time_zone text not null default 'Europe/Berlin',
  auto_enrol boolean not null default false,
  default_plan_type text not null default 'fully-subsidized-plan'
    check (default_plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  subsidy_cents integer not null default 0 check (subsidy_cents between 0 and 1000000),
  -- The last day of a month on which an action still counts for the next first; null means the month's last day.
  order_until_day smallint check (order_until_day between 1 and 28),
  cancel_until_day smallint default 10 check (cancel_until_day between 1 and 28),
  pause_until_day smallint check (pause_until_day between 1 and 28),
  -- Staging only: the business date stands still here until it is moved forward.
  clock_frozen_on date,
  -- The month up to which tickets have been issued.
  issued_through date check (extract(day from issued_through) = 1),
  retention_months smallint not null default 36 check (retention_months >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create function business_date(time_zone text, frozen_on date) returns date
  language sql stable parallel safe
  return coalesce(frozen_on, (now() at time zone time_zone)::date);

-- What one monthly ticket costs, by the first month the price holds for.
create table ticket_prices (
  valid_from date primary key check (extract(day from valid_from) = 1),
  cents integer not null check (cents > 0)
);

insert into ticket_prices (valid_from, cents)
values ('2023-05-01', 4900), ('2025-01-01', 5800), ('2026-01-01', 6300);
