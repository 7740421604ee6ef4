import { MANY } from '../../../src/platform/db/planner.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import {
  applyRun,
  claimRun,
  type PreparedRun,
  type RunResult,
} from '../../../src/rosters/apply/apply-run.ts';
import { analyzePeople } from '../../../src/rosters/apply/apply-sql.ts';

export type NextRun = (RunResult & { run: PreparedRun }) | { run: undefined };

/** Applies the oldest run of the company, as a worker does, on this worker's connection. */
export async function runNext(companyId: number, worker: Pool): Promise<NextRun> {
  await endClaims(worker, companyId);
  const run = await claimRun(worker, companyId);
  if (!run) return { run };
  const result = await applyRun(run, { worker, onProgress: () => {} });
  // Without it, statements of the next runs take minutes: the planner knows nothing about the new people.
  if ('outcomes' in result && result.outcomes.counts.added > MANY) await analyzePeople(worker);
  return { run, ...result };
}

/** Ends claims and pauses of runs: time passes in the database, and no test waits. */
export async function endClaims(sql: Pool, companyId: number): Promise<void> {
  await sql`
    update sync_runs set claimed_until = now() where company_id = ${companyId} and claimed_until > now()`;
}
