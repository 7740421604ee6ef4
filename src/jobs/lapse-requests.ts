import { lapseRequests } from '../views/requests/lapse-requests.ts';
import { haveLeaversRequests, selectCompaniesWithRequests } from '../views/requests/requests-sql.ts';
import { eachOnItsOwn } from './each-company.ts';
import type { JobContext } from './job.ts';

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
