import { may, type Role } from '../domain/access/roles.ts';
import { type Actor, recordChange } from '../domain/audit/record-change.ts';
import type { Transaction } from '../platform/db/types.ts';
import { withdrawLinksOfUser } from './invitations-sql.ts';
import { requireAnotherAdmin, requireUser } from './require-user.ts';
import { lockUsers, updateRole } from './users-sql.ts';

/** Takes effect with the user's next request. */
export async function setUserRole(
  tx: Transaction,
  companyId: number,
  userId: number,
  actor: Actor,
  role: Role,
): Promise<void> {
  const users = await lockUsers(tx, companyId);
  const user = requireUser(users, userId);
  if (user.role === role) return;
  if (role !== 'admin') requireAnotherAdmin(users, userId);
  await updateRole(tx, companyId, userId, role);
  if (!may(role, 'change-people')) await withdrawLinksOfUser(tx, companyId, userId);
  await recordChange(tx, companyId, {
    actor,
    action: 'portal-user-role-changed',
    subject: { type: 'portal-user', id: userId },
    details: { role },
  });
}
