-- Mails to employees: docs/mail.md.

alter table companies add column mail_employees boolean not null default false;

-- People who do not want the monthly mail with their ticket.
create table mail_opt_outs (
  company_id bigint not null,
  employee_id bigint not null,
  at timestamptz not null default now(),
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employees
);

-- Each reminder of an offer is queued once, whichever node does it.
create unique index mails_one_reminder on mails (company_id, ((about ->> 'offerId')::bigint), ((about ->> 'number')::int))
  where kind = 'contract-reminder';
-- Which offers were mailed, for the reminders.
create index mails_of_offers on mails (company_id, ((about ->> 'offerId')::bigint)) where kind = 'contract-offered';
