-- What has happened, for programs that are to be told (docs/events.md). An event is written in the transaction of what it
-- tells. Its number, which the API calls id, is given after the commit: a transaction that began earlier may commit later,
-- and a reader who asks for numbers after N must not miss its events.
create table events (
  company_id bigint not null references companies,
  -- The order of writing. It has gaps.
  seq bigint generated always as identity,
  -- The transaction: more than 1,000 events of one type in one transaction become one with a count.
  xid xid8 not null default pg_current_xact_id(),
  type text not null check (type in (
    'sync.succeeded', 'sync.failed', 'sync.held', 'sync.refused', 'integration.silent', 'conflict.found',
    'employee.added', 'employee.updated', 'employee.offboarded', 'employee.returned', 'subscription.changed',
    'contract.offered', 'contract.answered', 'contract.lapsed', 'ticket.issued', 'ticket.voided', 'document.created',
    'key.expiring'
  )),
  -- Ids and statuses, under the names of the public API. No names, no addresses.
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  created_at timestamptz not null default now(),
  -- 1, 2, 3 … for each company, without gaps.
  number bigint check (number > 0),
  primary key (company_id, seq)
);
create unique index events_by_number on events (company_id, number) where number is not null;
create index events_without_number on events (company_id, seq) where number is null;

-- The last number given. It is locked while numbers are given, and not the company: a roster that is being applied
-- locks the company for long.
create table event_counters (
  company_id bigint primary key references companies,
  last_number bigint not null default 0 check (last_number >= 0)
);
