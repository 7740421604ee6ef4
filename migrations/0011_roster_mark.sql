-- breaking
-- Code from before it writes links without raising roster_facts, so an unchanged roster could be taken for one that
-- changes nothing.

-- A roster whose bytes, apart from its syncId, are those of the last applied one is not read again (docs/sync.md).

-- Raised by every statement that writes hr_links or a person's identity columns, and by a change of the settings.
alter table companies add column roster_facts bigint not null default 0;

-- What a later body is compared with: its length, where the value of syncId begins, and the version of the rules it
-- was read by. No offset: the body cannot be compared.
alter table sync_runs
  add column body_bytes bigint,
  add column sync_id_at bigint,
  add column reading_version integer,
  add check (sync_id_at is null or (body_bytes is not null and reading_version is not null and body_digest is not null));

-- companies.roster_facts when the last applied run was applied; null if that run left a conflict or a held end, or if
-- the settings of the integration have changed since.
alter table hr_integrations add column mark_facts bigint;
