-- Attempts also record rosters that were ignored (204 `sync-id-reused`), and refusals of the company's own keys before the body
-- was read (docs/sync.md, "Attempts").
alter table sync_attempts
  -- Key refusals have a quota of their own: a key that may not be used cannot push out an attempt of one that may.
  add column is_key_refusal boolean not null default false,
  drop constraint sync_attempts_status_check,
  add constraint sync_attempts_status_check
    check (status between 400 and 599 or (status = 204 and code = 'sync-id-reused')),
  add constraint sync_attempts_key_refusal_check check (not is_key_refusal or api_key_id is not null);
