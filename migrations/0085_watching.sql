-- A roster with which suspiciously many people left although no hold is set stays on the overview until somebody marks it as seen.
-- Null: another roster.
alter table sync_runs add column large_offboarding text check (large_offboarding in ('unseen', 'seen'));
create index sync_runs_unseen on sync_runs (company_id) where large_offboarding = 'unseen';

alter table mails drop constraint mails_notice_check;
alter table mails add constraint mails_notice_check check (notice in (
  'sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting', 'webhook-disabled',
  'key-expiring', 'invalid-entries', 'month-ready', 'requests-waiting', 'group-moves-held', 'large-offboarding')) not valid;
alter table digest_items drop constraint digest_items_notice_check;
alter table digest_items add constraint digest_items_notice_check check (notice in (
  'sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting', 'webhook-disabled',
  'key-expiring', 'invalid-entries', 'month-ready', 'requests-waiting', 'group-moves-held', 'large-offboarding')) not valid;

-- The data as of this time is in a backup of `transit backup`. Null: no backup was made yet.
alter table installation add column backup_taken_at timestamptz;
