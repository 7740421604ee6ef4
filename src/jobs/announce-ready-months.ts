import { announceReadyMonth, selectCompaniesWithReadyMonth } from '../company/handovers/announce-ready.ts';
import { eachCompany } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Finds months that are ready for payroll. */
export async function announceReadyMonths(context: JobContext): Promise<void> {
  await eachCompany(context, {
    companyIds: await selectCompaniesWithReadyMonth(context.sql),
    work: announceReadyMonth,
    done: 'a month is ready for payroll',
    failed: 'a month that is ready for payroll could not be announced',
  });
}
