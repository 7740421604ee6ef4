import { isDatabaseUnavailable } from '../db/failures.ts';
import type { Pool } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { beginFollowingTerms } from '../subscriptions/begin-following-terms.ts';
import { selectCompaniesWithFollowing } from '../subscriptions/terms-sql.ts';
import { openDay } from '../tickets/open-day.ts';
import { selectCompaniesDue } from '../tickets/sql.ts';
import type { JobContext } from './job.ts';

/**
 * Issues the running month for every company that has not had it, and begins the terms that follow an ended one,
 * each company in its own transaction.
 */
export async function issueDueTickets({ sql, log, signal }: JobContext): Promise<void> {
  for (const companyId of await selectCompaniesToOpen(sql)) {
    if (signal.aborted) return;
    try {
      const { issued } = await sql.begin(async (tx) => {
        const day = await openDay(tx, companyId, 'short');
        await beginFollowingTerms(tx, day);
        return day;
      });
      log.info({ companyId, issued }, 'monthly tickets issued');
    } catch (error) {
      // A transaction that holds the lock has opened the day itself. If it rolls back, the next tick issues.
      if (isBusy(error)) continue;
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ err: error, companyId }, 'monthly tickets could not be issued');
    }
  }
}

async function selectCompaniesToOpen(sql: Pool): Promise<Set<number>> {
  return new Set([...(await selectCompaniesDue(sql)), ...(await selectCompaniesWithFollowing(sql))]);
}

function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'sync-in-progress';
}
