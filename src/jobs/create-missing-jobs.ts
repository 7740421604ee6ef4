import { selectCompaniesWithWork } from '../rosters/runs/runs-sql.ts';
import type { Job } from './job.ts';
import type { Queue } from './queue.ts';

/**
 * Creates a job for every company that has work but no job. A redundant job does no harm; a missing one
 * would leave a roster unapplied.
 */
export function createMissingJobs(queue: Queue): Job {
  return async ({ sql, log }) => {
    for (const companyId of await selectCompaniesWithWork(sql)) {
      if (await queue.hasWaitingJob(companyId)) continue;
      await sql.begin((tx) => queue.notifyWorkers(tx, companyId));
      log.info({ companyId }, 'missing job created');
    }
  };
}
