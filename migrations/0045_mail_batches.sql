-- More than 1,000 mails of one cause, until the sender makes them rows of `mails`: docs/mail.md, "Many mails at once".
-- The transaction that issues 100,000 tickets holds the company's lock, so it writes 100 rows here instead.
create table mail_batches (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('contract-offered', 'ticket', 'receipt')),
  -- The recipients, and at the same places the ids of what their mails are about.
  employee_ids bigint[] not null check (cardinality(employee_ids) > 0),
  about_ids bigint[] not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check (cardinality(about_ids) = cardinality(employee_ids))
);
-- The oldest one is unpacked first.
create index mail_batches_by_age on mail_batches (created_at, company_id, id);
