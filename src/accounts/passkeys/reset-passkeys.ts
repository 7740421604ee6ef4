import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import { requireStillAdmin, requireUser } from '../require-user.ts';
import { deleteSessionsOf } from '../sessions-sql.ts';
import { lockUsers } from '../users-sql.ts';
import { deletePasskeysOf } from './passkeys-sql.ts';

/**
 * Removes all passkeys of a user who has lost them, and ends the user's sessions, because the device may be in other
 * hands. Returns the number of passkeys.
 */
export async function resetPasskeys(
  tx: Transaction,
  companyId: number,
  userId: number,
  actor: Actor,
): Promise<number> {
  const users = await lockUsers(tx, companyId);
  requireStillAdmin(users, actor);
  requireUser(users, userId);
  if (actor.type === 'portal-user' && actor.id === userId) throw refused('own-passkeys');
  const removed = await deletePasskeysOf(tx, companyId, userId);
  if (removed === 0) return 0;
  await deleteSessionsOf(tx, companyId, userId);
  await recordChange(tx, companyId, {
    actor,
    action: 'passkeys-reset',
    subject: { type: 'portal-user', id: userId },
    details: { removed },
  });
  return removed;
}
