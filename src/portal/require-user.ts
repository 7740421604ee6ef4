import { notFound } from '../errors.ts';
import { refused } from '../refusals.ts';
import type { UserRecord } from './sql.ts';

export function requireUser(users: readonly UserRecord[], userId: number): UserRecord {
  const user = users.find(({ id }) => id === userId);
  if (!user) throw notFound();
  return user;
}

/** Without an admin, a company could not invite one. */
export function requireAnotherAdmin(users: readonly UserRecord[], userId: number): void {
  if (!users.some(({ id, role }) => role === 'admin' && id !== userId)) throw refused('last-admin');
}
