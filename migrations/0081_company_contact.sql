-- Whom employees can ask, and what the company says about their data: on the employee's page, in mails and on contracts.
alter table companies
  add column contact text check (length(contact) between 1 and 300),
  add column privacy_note text check (length(privacy_note) between 1 and 2000);
