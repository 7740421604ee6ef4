import { deleteOldStrangers, selectCompaniesWithOldStrangers } from '../views/join/join-sql.ts';
import { lapseRequests } from '../views/requests/lapse-requests.ts';
import { haveLeaversRequests, selectCompaniesWithRequests } from '../views/requests/requests-sql.ts';
import { eachOnItsOwn } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Deletes what strangers have left by join links a month ago. */
export async function deleteJoinRequests(context: JobContext): Promise<void> {
  const failed = 'old requests by the join link could not be deleted';
  const companyIds = await selectCompaniesWithOldStrangers(context.sql);
  await eachOnItsOwn(context, companyIds, failed, (companyId) => deleteOldStrangers(context.sql, companyId));
}

/** Settles the requests of people who have left. */
export async function lapseRequestsOfLeavers(context: JobContext): Promise<void> {
  const { sql, log } = context;
  const failed = 'requests of people who have left could not lapse';
  await eachOnItsOwn(context, await selectCompaniesWithRequests(sql), failed, async (companyId) => {
    if (!(await haveLeaversRequests(sql, companyId))) return;
    const lapsed = await sql.begin((tx) => lapseRequests(tx, companyId));
    log.info({ companyId, lapsed }, 'requests of people who have left lapsed');
  });
}
