import type { Actor } from '../domain/audit/record-change.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { refused } from '../platform/refusals.ts';
import type { UserRecord } from './users-sql.ts';

export function requireUser(users: readonly UserRecord[], userId: number): UserRecord {
  const user = users.find(({ id }) => id === userId);
  if (!user) throw notFound();
  return user;
}

/** Read under the lock of the users: a request of an admin may have been on its way while the admin was removed. */
export function requireStillAdmin(users: readonly UserRecord[], actor: Actor): void {
  if (actor.type !== 'portal-user') return;
  if (!users.some(({ id, role }) => id === actor.id && role === 'admin'))
    throw new AppError('role-required', 'You are no longer an admin.');
}

/** Without an admin, a company could not invite one. */
export function requireAnotherAdmin(users: readonly UserRecord[], userId: number): void {
  if (!users.some(({ id, role }) => role === 'admin' && id !== userId)) throw refused('last-admin');
}
