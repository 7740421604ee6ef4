import type { Pool } from '../platform/db/types.ts';
import { inDay } from '../tickets/issue/open-day.ts';
import { selectCompaniesDue } from '../tickets/issue/tickets-sql.ts';
import { beginNextTerms } from '../tickets/subscriptions/begin-next-terms.ts';
import { selectCompaniesWithNextTerm } from '../tickets/subscriptions/terms-sql.ts';
import { eachCompany } from './each-company.ts';
import type { JobContext } from './job.ts';

/**
 * Issues the running month in every company that has not had it, begins next terms whose earlier one has ended, and emits
 * events for statuses that changed because a day passed.
 */
export async function issueDueTickets(context: JobContext): Promise<void> {
  await eachCompany(context, {
    companyIds: await selectCompaniesToOpen(context.sql),
    work: (tx, companyId) =>
      inDay(tx, companyId, 'short', async (day) => {
        await beginNextTerms(tx, day);
        return day.issued > 0 ? { issued: day.issued } : undefined;
      }),
    done: 'monthly tickets issued',
    failed: 'monthly tickets could not be issued',
  });
}

async function selectCompaniesToOpen(sql: Pool): Promise<Set<number>> {
  return new Set([...(await selectCompaniesDue(sql)), ...(await selectCompaniesWithNextTerm(sql))]);
}
