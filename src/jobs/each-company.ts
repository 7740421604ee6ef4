import { runLongChange } from '../domain/day/long-change.ts';
import { isDatabaseUnavailable } from '../platform/db/failures.ts';
import type { Transaction } from '../platform/db/types.ts';
import { AppError } from '../platform/errors.ts';
import type { JobContext } from './job.ts';

interface Work {
  companyIds: Iterable<number>;
  /** Returns values for the log. Undefined: nothing to log. */
  work: (tx: Transaction, companyId: number) => Promise<object | undefined>;
  done: string;
  failed: string;
}

/** Does the work for one company after the other, each in a separate transaction. */
export async function eachCompany(
  context: JobContext,
  { companyIds, work, done, failed }: Work,
): Promise<void> {
  await eachOnItsOwn(context, companyIds, failed, async (companyId) => {
    const values = await runLongChange(context.sql, companyId, (tx) => work(tx, companyId));
    if (values) context.log.info({ companyId, ...values }, done);
  });
}

/** Does the work for one company after the other. An error of one does not keep the others from it. */
export async function eachOnItsOwn(
  { log, signal }: JobContext,
  companyIds: Iterable<number>,
  failed: string,
  work: (companyId: number) => Promise<void>,
): Promise<void> {
  for (const companyId of companyIds) {
    if (signal.aborted) return;
    try {
      await work(companyId);
    } catch (error) {
      // Another transaction holds the company's lock. The next tick finds the company again if work is left.
      if (isBusy(error)) continue;
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ err: error, companyId }, failed);
    }
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof AppError && ['sync-in-progress', 'database-unavailable'].includes(error.code);
}
