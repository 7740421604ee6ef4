import { lockCompanySoon } from '../day/lock-company.ts';
import { isDatabaseUnavailable } from '../db/failures.ts';
import type { Transaction } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { issueDue } from '../tickets/issue-due.ts';
import { selectCompaniesDue } from '../tickets/sql.ts';
import type { JobContext } from './job.ts';

/** The running month for every company that has not had it, each in a transaction of its own. */
export async function issueDueTickets({ sql, log, signal }: JobContext): Promise<void> {
  for (const companyId of await selectCompaniesDue(sql)) {
    if (signal.aborted) return;
    try {
      const issued = await sql.begin((tx) => issueForCompany(tx, companyId));
      log.info({ companyId, issued }, 'monthly tickets issued');
    } catch (error) {
      // Whoever has the company's lock issues what is due before anything else; if not, the next tick finds it.
      if (isBusy(error)) continue;
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ err: error, companyId }, 'monthly tickets could not be issued');
    }
  }
}

async function issueForCompany(tx: Transaction, companyId: number): Promise<number> {
  const day = await lockCompanySoon(tx, companyId);
  return await issueDue(tx, day);
}

function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'sync-in-progress';
}
