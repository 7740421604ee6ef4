-- What employees may do on their own page, and what they have asked HR for (docs/employee-page.md, "What employees can do").
alter table companies
  add column employee_actions text not null default 'none' check (employee_actions in ('none', 'ask', 'direct'));

create table employee_requests (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  action text not null
    check (action in ('enrol', 'change-plan', 'pause', 'resume', 'cancel', 'withdraw-cancellation')),
  plan_type text check (plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  -- First days of months. The last month of a pause is inclusive; null: until resumed.
  from_month date check (from_month = date_trunc('month', from_month)),
  until_month date check (until_month = date_trunc('month', until_month)),
  -- By the company's clock. Cut-offs count by this day.
  asked_on date not null,
  asked_at timestamptz not null default now(),
  -- The page was opened by a mailed link, or by one that users have seen.
  link_class text not null check (link_class in ('mailed', 'shown')),
  -- What the employee was shown: the day from which it counts, and what they pay a month from then on.
  effective_on date,
  contribution_cents integer check (contribution_cents >= 0),
  status text not null default 'open' check (status in ('open', 'approved', 'refused', 'withdrawn', 'lapsed')),
  answered_at timestamptz,
  -- What HR writes to the employee.
  answer text check (length(answer) between 1 and 500),
  -- What was decided, if it differs from what was asked for.
  decided_on date,
  decided_cents integer check (decided_cents >= 0),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees (company_id, id),
  check ((action = 'change-plan' and plan_type is not null) or action = 'enrol' or plan_type is null),
  check ((action = 'pause') = (from_month is not null)),
  check (until_month >= from_month),
  check ((action = 'withdraw-cancellation') = (effective_on is null)),
  check ((status = 'open') = (answered_at is null)),
  check (status <> 'refused' or answer is not null),
  check (status in ('approved', 'refused') or answer is null),
  check (status = 'approved' or (decided_on is null and decided_cents is null))
);
-- At most one open request of a kind.
create unique index employee_requests_open on employee_requests (company_id, employee_id, action) where status = 'open';
create index employee_requests_of_person on employee_requests (company_id, employee_id, id);

-- The answer to a request, and the notice to HR that requests wait.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('invitation', 'password-reset', 'page-link', 'contract-offered',
  'contract-reminder', 'ticket', 'receipt', 'request-answered', 'notice', 'digest')) not valid;
alter table mails drop constraint mails_notice_check;
alter table mails add constraint mails_notice_check check (notice in (
  'sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting', 'webhook-disabled',
  'key-expiring', 'invalid-entries', 'month-ready', 'requests-waiting')) not valid;
alter table digest_items drop constraint digest_items_notice_check;
alter table digest_items add constraint digest_items_notice_check check (notice in (
  'sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting', 'webhook-disabled',
  'key-expiring', 'invalid-entries', 'month-ready', 'requests-waiting')) not valid;
