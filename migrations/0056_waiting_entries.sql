-- Entries of a restricted key that have the e-mail address of somebody outside the key's scope wait for an admin
-- (docs/sync.md, "Restricted keys").

-- The integrations that the sender was restricted to when the roster was accepted. Null: the whole company.
alter table sync_runs add column scope bigint[];

-- The integrations whose people rosters of this one may match, whoever sends them.
alter table hr_integrations
  add column takes_over bigint[] not null default '{}',
  add constraint hr_integrations_takes_over_check check (cardinality(takes_over) <= 100 and id <> all(takes_over));

alter table sync_changes drop constraint sync_changes_outcome_check;
alter table sync_changes add constraint sync_changes_outcome_check check (
  outcome in ('added', 'adopted', 'rehired', 'renumbered', 'updated', 'offboarded', 'unlinked', 'conflict', 'held', 'waiting')
) not valid;

alter table events drop constraint events_type_check;
alter table events add constraint events_type_check check (type in (
  'sync.succeeded', 'sync.failed', 'sync.held', 'sync.refused', 'integration.silent', 'conflict.found', 'entry.waiting',
  'employee.added', 'employee.updated', 'employee.offboarded', 'employee.returned', 'subscription.changed',
  'contract.offered', 'contract.answered', 'contract.lapsed', 'ticket.issued', 'ticket.voided', 'document.created',
  'key.expiring'
)) not valid;

alter table mails drop constraint mails_notice_check;
alter table mails add constraint mails_notice_check check (notice in (
  'sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting',
  'webhook-disabled', 'key-expiring', 'invalid-entries')) not valid;
alter table digest_items drop constraint digest_items_notice_check;
alter table digest_items add constraint digest_items_notice_check check (notice in (
  'sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting',
  'webhook-disabled', 'key-expiring', 'invalid-entries')) not valid;

create table waiting_entries (
  company_id bigint not null,
  id bigint generated always as identity,
  integration_id bigint not null,
  hr_id text not null,
  -- The run that last listed it, the scope of its sender, and what that roster says: a row of roster_entries.
  run_id bigint not null,
  scope bigint[] not null,
  entry jsonb not null,
  email_normal text not null generated always as (normal_email(entry ->> 'email')) stored,
  found_at timestamptz not null default now(),
  -- Whose entry it is: the person chosen, or the one that was added.
  decision text check (decision in ('same-person', 'new-person')),
  employee_id bigint,
  decided_at timestamptz,
  -- Name, address and birth date of a record that the decision has changed, to put them back.
  record_before jsonb,
  primary key (company_id, id),
  unique (company_id, integration_id, hr_id),
  foreign key (company_id, integration_id) references hr_integrations,
  foreign key (company_id, integration_id, run_id) references sync_runs (company_id, integration_id, id),
  foreign key (company_id, employee_id) references employees,
  check (num_nulls(decision, employee_id, decided_at) in (0, 3)),
  check (decision is not null or record_before is null)
);
create index waiting_entries_by_email on waiting_entries (company_id, email_normal) where decision is null;
create index waiting_entries_by_employee on waiting_entries (company_id, employee_id) where employee_id is not null;
