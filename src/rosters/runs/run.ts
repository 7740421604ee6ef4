import type { Sql } from '../../platform/db/types.ts';
import type { Progress } from './progress-sql.ts';
import type { RunStatus } from './runs-sql.ts';
import type { Counts, Warning } from './sync-outcomes.ts';

/** A run as it is shown. */
export interface Run {
  id: number;
  integrationId: number;
  integrationName: string;
  syncId: string;
  /** The sync whose roster this one sent again. */
  repeatsSyncId: string | null;
  status: RunStatus;
  entryCount: number;
  digest: string | null;
  resubmissions: number;
  resubmittedDifferently: boolean;
  attempts: number;
  /** Empty until the run is applied. */
  counts: Partial<Counts>;
  warnings: Warning[];
  failure: string | null;
  /** Suspiciously many people left with it although no hold is set: whether somebody has marked that as seen. Null: not so. */
  largeOffboarding: 'unseen' | 'seen' | null;
  progress: Progress | null;
  acceptedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export async function selectRuns(sql: Sql, companyId: number, ids: readonly number[]): Promise<Run[]> {
  return await sql<Run[]>`
    select r.id, r.integration_id as "integrationId", i.name as "integrationName", r.sync_id as "syncId", repeated.sync_id as "repeatsSyncId", r.status, r.entry_count as "entryCount",
      encode(r.body_digest, 'hex') as digest, r.resubmissions, r.resubmitted_differently as "resubmittedDifferently",
      r.attempts, r.counts, r.problems as warnings, r.failure,
      r.large_offboarding as "largeOffboarding", r.accepted_at as "acceptedAt", r.started_at as "startedAt",
      r.finished_at as "finishedAt",
      case when r.status = 'running' and p.run_id is not null
        then json_build_object('step', p.step, 'done', p.done, 'total', p.total) end as progress
    from sync_runs r
    join hr_integrations i on i.company_id = r.company_id and i.id = r.integration_id
    left join sync_runs repeated on repeated.company_id = r.company_id and repeated.id = r.repeats_run_id
    left join sync_progress p on p.company_id = r.company_id and p.run_id = r.id
    where r.company_id = ${companyId} and r.id = any(${ids}::bigint[])`;
}
