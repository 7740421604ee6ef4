import { type Actor, recordChange } from '../domain/audit/record-change.ts';
import type { Transaction } from '../platform/db/types.ts';
import { withdrawLinksOfUser } from './invitations-sql.ts';
import { deletePasskeysOf } from './passkeys/passkeys-sql.ts';
import { requireAnotherAdmin, requireUser } from './require-user.ts';
import { deleteSessionsOf } from './sessions-sql.ts';
import { deleteIdentitiesOf, lockUsers, markRemoved } from './users-sql.ts';

/** Removes the user with all passkeys, and ends all sessions. */
export async function removeUser(
  tx: Transaction,
  companyId: number,
  userId: number,
  actor: Actor,
): Promise<void> {
  const users = await lockUsers(tx, companyId);
  const user = requireUser(users, userId);
  if (user.role === 'admin') requireAnotherAdmin(users, userId);
  await markRemoved(tx, companyId, userId);
  await deleteSessionsOf(tx, companyId, userId);
  await deletePasskeysOf(tx, companyId, userId);
  await deleteIdentitiesOf(tx, companyId, userId);
  await withdrawLinksOfUser(tx, companyId, userId);
  await recordChange(tx, companyId, {
    actor,
    action: 'portal-user-removed',
    subject: { type: 'portal-user', id: userId },
  });
}
