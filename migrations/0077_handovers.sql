-- breaking
-- Code from before it adds charges to files that were handed over.

-- A month whose files were handed over to payroll (docs/costs.md, "Handing over"). They do not change any more.
create table handovers (
  company_id bigint not null references companies,
  month date not null check (extract(day from month) = 1),
  handed_over_at timestamptz not null default now(),
  -- By whom, as in the audit log.
  actor_type text not null,
  actor_id bigint,
  actor_name text,
  -- What the files were written with, by the names of the settings.
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  tax_free_basis text not null generated always as (settings ->> 'taxFreeBasis') stored,
  -- The SHA-256 of each file, by its format.
  digests jsonb not null check (jsonb_typeof(digests) = 'object'),
  primary key (company_id, month)
);

alter table charges
  -- Set if its month had been handed over when it was booked. Then the file of the month after has it, as a correction.
  add column corrects_month date,
  -- As handed over. Null before, and once the person is erased.
  add column first_name text,
  add column last_name text,
  add foreign key (company_id, corrects_month) references handovers,
  add check (corrects_month = booked_in),
  add check (employee_id is not null or (first_name is null and last_name is null));

create index charges_corrections on charges (company_id, corrects_month) where corrects_month is not null;

alter table companies
  -- The day of a month from which on its files are ready for payroll.
  add column payroll_day smallint not null default 1 check (payroll_day between 1 and 28),
  -- The last month of which users were told so.
  add column payroll_told_month date;
-- Nobody is told about the month of the upgrade.
update companies set payroll_told_month = issued_through;

alter table mails drop constraint mails_notice_check;
alter table mails add constraint mails_notice_check check (notice in (
  'sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting', 'webhook-disabled',
  'key-expiring', 'invalid-entries', 'month-ready')) not valid;
alter table digest_items drop constraint digest_items_notice_check;
alter table digest_items add constraint digest_items_notice_check check (notice in (
  'sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting', 'webhook-disabled',
  'key-expiring', 'invalid-entries', 'month-ready')) not valid;
