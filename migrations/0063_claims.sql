-- Work that was claimed through the job queue, or not at all, has its claim in its own row
-- (docs/decisions/0033-one-way-to-claim-work.md). Nodes of 0.2.0 do not know these columns: a run that one of them applies is
-- protected by `attempts` and by the lock of its company, a batch of an action by that lock.
alter table sync_runs add column claim uuid, add column claimed_until timestamptz;
alter table bulk_actions add column claim uuid, add column claimed_until timestamptz;
