-- The notice to admins that a roster would have moved suspiciously many people to other groups.
alter table mails drop constraint mails_notice_check;
alter table mails add constraint mails_notice_check check (notice in (
  'sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting', 'webhook-disabled',
  'key-expiring', 'invalid-entries', 'month-ready', 'requests-waiting', 'group-moves-held')) not valid;
alter table digest_items drop constraint digest_items_notice_check;
alter table digest_items add constraint digest_items_notice_check check (notice in (
  'sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting', 'webhook-disabled',
  'key-expiring', 'invalid-entries', 'month-ready', 'requests-waiting', 'group-moves-held')) not valid;
