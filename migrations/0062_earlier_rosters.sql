-- Earlier rosters are put together from changes and links (docs/sync.md, "Earlier rosters").

-- The entry that the number had in the roster before this one; null: that roster did not list it. Then, the entry of this
-- roster, if the link does not hold it: a conflict, an entry that waits, a held end. A row with the outcome `listing` changed
-- nobody: it only holds these two.
alter table sync_changes
  add column listed_before jsonb,
  add column entry jsonb;
alter table sync_changes drop constraint sync_changes_outcome_check;
alter table sync_changes add constraint sync_changes_outcome_check check (
  outcome in ('added', 'adopted', 'rehired', 'renumbered', 'updated', 'offboarded', 'unlinked', 'conflict', 'held', 'waiting',
    'listing')
) not valid;
create index sync_changes_not_applied on sync_changes (company_id, run_id, hr_id)
  where entry is not null or position is null;

-- Whether the changes of the run say what was listed before. Runs of earlier versions do not, and neither do runs whose
-- changes were deleted.
alter table sync_runs
  add column keeps_listings boolean not null default false,
  -- The run that was read, if this one was accepted as unchanged.
  add column same_as_run_id bigint;

alter table planned_changes
  add column listed_before jsonb,
  add column entry jsonb;
