import { isDatabaseUnavailable } from '../db/failures.ts';
import type { Transaction } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { JobContext } from './job.ts';

interface Work {
  companyIds: Iterable<number>;
  /** Returns values for the log. Undefined: nothing to log. */
  work: (tx: Transaction, companyId: number) => Promise<object | undefined>;
  done: string;
  failed: string;
}

/** Does the work for one company after the other, each in a transaction of its own. */
export async function eachCompany(
  { sql, log, signal }: JobContext,
  { companyIds, work, done, failed }: Work,
): Promise<void> {
  for (const companyId of companyIds) {
    if (signal.aborted) return;
    try {
      const values = await sql.begin((tx) => work(tx, companyId));
      if (values) log.info({ companyId, ...values }, done);
    } catch (error) {
      // Another transaction holds the company's lock. The next tick finds the company again if work is left.
      if (isBusy(error)) continue;
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ err: error, companyId }, failed);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'sync-in-progress';
}
