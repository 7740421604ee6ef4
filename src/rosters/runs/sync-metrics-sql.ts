import { isSilent } from '../../domain/rules/silent-sql.ts';
import { type Among, allCompanies } from '../../platform/db/cross-company.ts';
import type { Sql } from '../../platform/db/types.ts';

export interface SyncState {
  unfinishedRuns: number;
  heldRuns: number;
  /** 0 if no run is unfinished. */
  oldestUnfinishedSeconds: number;
}

/** Figures for operators about the syncs of all companies. */
export async function selectSyncState(sql: Sql, among: Among): Promise<SyncState> {
  const [state] = await sql<SyncState[]>`
    ${allCompanies(sql, 'metrics')}
    select count(*) filter (where status <> 'held') as "unfinishedRuns",
      count(*) filter (where status = 'held') as "heldRuns",
      coalesce(extract(epoch from now() - min(accepted_at) filter (where status <> 'held')), 0)::float8
        as "oldestUnfinishedSeconds"
    from sync_runs where status in ('queued', 'running', 'held') and ${among('company_id')}`;
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
export async function selectIntegrationStates(sql: Sql, among: Among): Promise<IntegrationState[]> {
  return await sql<IntegrationState[]>`
    ${allCompanies(sql, 'metrics')}
    select i.company_id as "companyId", i.id, i.last_accept_seq as rosters,
      extract(epoch from now() - latest.accepted_at)::float8 as "newestRosterSeconds",
      ${isSilent(sql)} as "isSilent"
    from hr_integrations i
    left join sync_runs latest on latest.company_id = i.company_id and latest.id = i.last_run_id
      and ${among('latest.company_id')}
    where i.disconnected_at is null and ${among('i.company_id')}
    order by i.id`;
}
