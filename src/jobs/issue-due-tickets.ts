import type { Pool } from '../db/types.ts';
import { beginFollowingTerms } from '../subscriptions/begin-following-terms.ts';
import { selectCompaniesWithFollowing } from '../subscriptions/terms-sql.ts';
import { openDay } from '../tickets/open-day.ts';
import { selectCompaniesDue } from '../tickets/sql.ts';
import { eachCompany } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Issues the running month in every company that has not had it, and begins the terms that follow an ended one. */
export async function issueDueTickets(context: JobContext): Promise<void> {
  await eachCompany(context, {
    companyIds: await selectCompaniesToOpen(context.sql),
    work: async (tx, companyId) => {
      const day = await openDay(tx, companyId, 'short');
      await beginFollowingTerms(tx, day);
      return { issued: day.issued };
    },
    done: 'monthly tickets issued',
    failed: 'monthly tickets could not be issued',
  });
}

async function selectCompaniesToOpen(sql: Pool): Promise<Set<number>> {
  return new Set([...(await selectCompaniesDue(sql)), ...(await selectCompaniesWithFollowing(sql))]);
}
