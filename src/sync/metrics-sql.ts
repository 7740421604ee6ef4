import type { Sql } from '../db/types.ts';
import { lastSyncOfIntegration } from '../integrations/latest-runs.ts';

export interface SyncState {
  unfinishedRuns: number;
  heldRuns: number;
  /** 0 if no run is unfinished. */
  oldestUnfinishedSeconds: number;
  /** Connected integrations whose latest roster is more than two days old. */
  silentIntegrations: number;
}

/** Figures for operators about the syncs of all companies. */
export async function selectSyncState(sql: Sql): Promise<SyncState> {
  const [state] = await sql<SyncState[]>`
    select unfinished.count as "unfinishedRuns", unfinished.held as "heldRuns",
      unfinished.seconds::float8 as "oldestUnfinishedSeconds",
      (select count(*) from hr_integrations i
       ${lastSyncOfIntegration(sql)}
       where i.disconnected_at is null and last_sync.accepted_at < now() - interval '2 days') as "silentIntegrations"
    from (
      select count(*) filter (where status <> 'held') as count, count(*) filter (where status = 'held') as held,
        coalesce(extract(epoch from now() - min(accepted_at) filter (where status <> 'held')), 0) as seconds
      from sync_runs where status in ('queued', 'running', 'held')
    ) unfinished`;
  return state ?? { unfinishedRuns: 0, heldRuns: 0, oldestUnfinishedSeconds: 0, silentIntegrations: 0 };
}
