import type { Transaction } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { type Actor, recordChange } from './record-change.ts';

const A_YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Deletes old entries of the audit log. The last year stays, and the log says what was deleted. */
export async function deleteLog(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  before: Date,
): Promise<number> {
  // A leap year has a day more; the database compares exactly.
  if (Date.now() - before.getTime() < A_YEAR_MS + 24 * 60 * 60 * 1000)
    throw new AppError('invalid-values', 'Entries of the last year stay. Choose an earlier day.');
  const [row] = await tx<{ deleted: number }[]>`select delete_audit_log(${companyId}, ${before}) as deleted`;
  const deleted = row?.deleted ?? 0;
  await recordChange(tx, companyId, {
    actor,
    action: 'audit-log-deleted',
    subject: { type: 'company', id: companyId },
    details: { before: before.toISOString(), entries: deleted },
  });
  return deleted;
}
