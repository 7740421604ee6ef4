import { isSilent } from '../../domain/rules/silent-sql.ts';
import type { Sql } from '../../platform/db/types.ts';

export interface SyncState {
  unfinishedRuns: number;
  heldRuns: number;
  /** 0 if no run is unfinished. */
  oldestUnfinishedSeconds: number;
}

/** Figures for operators about the syncs of all companies. */
export async function selectSyncState(sql: Sql): Promise<SyncState> {
  const [state] = await sql<SyncState[]>`
    select count(*) filter (where status <> 'held') as "unfinishedRuns",
      count(*) filter (where status = 'held') as "heldRuns",
      coalesce(extract(epoch from now() - min(accepted_at) filter (where status <> 'held')), 0)::float8
        as "oldestUnfinishedSeconds"
    from sync_runs where status in ('queued', 'running', 'held')`;
  return state ?? { unfinishedRuns: 0, heldRuns: 0, oldestUnfinishedSeconds: 0 };
}

export interface IntegrationState {
  companyId: number;
  id: number;
  /** The number of rosters accepted so far. */
  rosters: number;
  /** Null: none has been accepted. */
  newestRosterSeconds: number | null;
  isSilent: boolean;
}

/** All connected integrations. */
export async function selectIntegrationStates(sql: Sql): Promise<IntegrationState[]> {
  return await sql<IntegrationState[]>`
    select i.company_id as "companyId", i.id, i.last_accept_seq as rosters,
      extract(epoch from now() - latest.accepted_at)::float8 as "newestRosterSeconds",
      ${isSilent(sql)} as "isSilent"
    from hr_integrations i
    left join sync_runs latest on latest.company_id = i.company_id and latest.id = i.last_run_id
    where i.disconnected_at is null
    order by i.id`;
}
