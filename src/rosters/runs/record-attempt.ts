import { mailUsers } from '../../domain/mail-queue/mail-users.ts';
import type { Pool, Transaction } from '../../platform/db/types.ts';
import { deleteAllAttemptsBut, type Refusal, takeTurn, upsertAttempt } from './attempts-sql.ts';

/** Limits of attempts per integration and of errors per attempt, so that clients cannot fill the disk. */
export const MAX_KEPT_ATTEMPTS = 200;
export const MAX_KEPT_REFUSALS = 50;
export const MAX_ATTEMPT_ERRORS = 10;

/** Records a roster that was refused or ignored. */
export async function recordAttempt(
  sql: Pool,
  companyId: number,
  integrationId: number,
  refusal: Refusal,
): Promise<void> {
  await sql.begin((tx) => recordAttemptIn(tx, companyId, integrationId, refusal));
}

export async function recordAttemptIn(
  tx: Transaction,
  companyId: number,
  integrationId: number,
  refusal: Refusal,
): Promise<void> {
  const { isKeyRefusal } = refusal;
  const errors = refusal.errors.slice(0, MAX_ATTEMPT_ERRORS);
  const kept = isKeyRefusal ? MAX_KEPT_REFUSALS : MAX_KEPT_ATTEMPTS;
  await takeTurn(tx, integrationId);
  const attemptId = await upsertAttempt(tx, companyId, integrationId, { ...refusal, errors });
  await deleteAllAttemptsBut(tx, companyId, integrationId, { isKeyRefusal, kept });
  if (attemptId !== undefined) await mailUsers(tx, companyId, 'sync-refused', { integrationId, attemptId });
}
