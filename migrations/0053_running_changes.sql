-- Changes of a company that may take longer than other transactions, such as a roster that is being applied. Rows carry the
-- start of their transaction, so whoever follows changes goes back to the start of the oldest change that is still running.
-- A note is committed before its change begins. The change deletes it in its own transaction: until that commits, others
-- see the note, and its lock tells that the change is still running.
create table running_changes (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  begun_at timestamptz not null default now(),
  primary key (company_id, id)
);
