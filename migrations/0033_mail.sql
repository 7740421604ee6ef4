-- Mails that are to be sent, are being sent, or were sent lately: docs/mail.md.

alter table installation
  -- Where mail goes; null: it is not set up, and nothing is queued. A node writes it when it starts.
  add column mail text check (mail in ('smtp', 'outbox'));

create table mails (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('invitation', 'password-reset', 'page-link', 'contract-offered', 'contract-reminder',
    'ticket', 'receipt', 'notice', 'digest')),
  -- The recipient: an employee, a portal user, or an address that belongs to neither yet. The addresses of people are
  -- read when the mail is sent.
  employee_id bigint,
  user_id bigint,
  address text check (length(address) between 3 and 320),
  -- The ids of what the mail is about.
  about jsonb not null default '{}',
  -- The token of a link, encrypted. It is deleted when the mail is settled.
  sealed text,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'kept', 'refused', 'expired', 'dropped')),
  -- 0: a person waits for it. Larger numbers are sent later.
  urgency smallint not null check (urgency between 0 and 9),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  attempts integer not null default 0,
  claim_ends_at timestamptz,
  settled_at timestamptz,
  -- The address it was sent to, and the last answer of the mail server, or why it was dropped.
  sent_to text,
  reason text check (length(reason) <= 500),
  -- Mails in the outbox: the subject, and the values that were put into the text.
  subject text,
  facts jsonb,
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, user_id) references portal_users (company_id, id),
  check (num_nonnulls(employee_id, user_id, address) = 1),
  check ((state = 'sending') = (claim_ends_at is not null)),
  check ((state in ('queued', 'sending')) = (settled_at is null)),
  check ((state = 'kept') = (facts is not null)),
  check (sealed is null or state in ('queued', 'sending'))
);
create index mails_to_send on mails (urgency, due_at) where state = 'queued';
create index mails_being_sent on mails (claim_ends_at) where state = 'sending';
create index mails_of_employee on mails (company_id, employee_id, id) where employee_id is not null;
create index mails_in_outbox on mails (company_id, id) where state = 'kept';
create index mails_settled on mails (settled_at) where settled_at is not null;
