import { selectCompaniesWithWork } from '../sync/sql.ts';
import type { Job } from './job.ts';
import type { Queue } from './queue.ts';

/**
 * Creates a job for every company that has work but no job. A redundant job does no harm; a missing one
 * breaks a promise.
 */
export function ringAgain(queue: Queue): Job {
  return async ({ sql, log }) => {
    for (const companyId of await selectCompaniesWithWork(sql)) {
      if (await queue.isRinging(companyId)) continue;
      await sql.begin((tx) => queue.ring(tx, companyId));
      log.info({ companyId }, 'rang again for a roster that waits');
    }
  };
}
