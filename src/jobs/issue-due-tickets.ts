import { isDatabaseUnavailable } from '../db/failures.ts';
import { AppError } from '../errors.ts';
import { openDay } from '../tickets/open-day.ts';
import { selectCompaniesDue } from '../tickets/sql.ts';
import type { JobContext } from './job.ts';

/** The running month for every company that has not had it, each in a transaction of its own. */
export async function issueDueTickets({ sql, log, signal }: JobContext): Promise<void> {
  for (const companyId of await selectCompaniesDue(sql)) {
    if (signal.aborted) return;
    try {
      const { issued } = await sql.begin((tx) => openDay(tx, companyId, 'short'));
      log.info({ companyId, issued }, 'monthly tickets issued');
    } catch (error) {
      // A transaction that holds the lock has opened the day itself. If it rolls back, the next tick issues.
      if (isBusy(error)) continue;
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ err: error, companyId }, 'monthly tickets could not be issued');
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'sync-in-progress';
}
