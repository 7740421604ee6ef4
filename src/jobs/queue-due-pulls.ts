import { queueDuePulls } from '../rosters/pull/queue-due-pulls.ts';
import { findCompaniesWithDueSources } from '../rosters/pull/sources-sql.ts';
import { eachOnItsOwn } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Queues the pulls whose time has come. */
export async function queueAllDuePulls(context: JobContext): Promise<void> {
  const companyIds = await findCompaniesWithDueSources(context.sql);
  await eachOnItsOwn(context, companyIds, 'pulls could not be queued', async (companyId) => {
    const queued = await context.sql.begin((tx) => queueDuePulls(tx, companyId));
    if (queued > 0) context.log.info({ companyId, queued }, 'pulls are due');
  });
}
