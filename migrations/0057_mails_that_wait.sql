-- Mails that wait for a bound or a decision: docs/mail.md, "How many mails". Waiting is no failed attempt.
alter table mails
  -- Why it is in the queue although nothing has failed.
  add column waits_for text check (waits_for in ('conflict', 'recipient', 'company')),
  -- How many of the attempts found that it must wait.
  add column waits integer not null default 0 check (waits >= 0);
-- For the overview.
create index mails_that_wait on mails (company_id) where state = 'queued' and waits_for is not null;
