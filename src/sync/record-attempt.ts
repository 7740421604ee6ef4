import { isDistributed } from '../db/cluster.ts';
import { together } from '../db/together.ts';
import type { Pool } from '../db/types.ts';
import { mailAdmins } from '../mail-queue/mail-admins.ts';
import { deleteAllAttemptsBut, type Refusal, takeTurn, upsertAttempt } from './attempts-sql.ts';

/** The number of attempts that an integration keeps, and of errors that an attempt keeps: clients cannot fill the disk. */
export const MOST_ATTEMPTS = 200;
export const MOST_ATTEMPT_ERRORS = 10;

/** Records a refused roster. Pipelined: a refused client waits for one round trip, unless admins are mailed. */
export async function recordAttempt(
  sql: Pool,
  companyId: number,
  integrationId: number,
  refusal: Refusal,
): Promise<void> {
  const errors = refusal.errors.slice(0, MOST_ATTEMPT_ERRORS);
  await sql.begin(async (tx) => {
    const deleteOld = () => deleteAllAttemptsBut(tx, companyId, integrationId, MOST_ATTEMPTS);
    const [, attemptId] = await together([
      takeTurn(tx, integrationId),
      upsertAttempt(tx, companyId, integrationId, { ...refusal, errors }),
      isDistributed() ? undefined : deleteOld(),
    ]);
    // There the attempt is inserted by a statement of its own.
    if (isDistributed()) await deleteOld();
    if (attemptId !== undefined)
      await mailAdmins(tx, companyId, 'sync-refused', { integrationId, attemptId });
  });
}
