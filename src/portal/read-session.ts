import type { Sql } from '../db/types.ts';
import { type PortalSession, selectSession, touchSession } from './sessions-sql.ts';
import { digestOfToken } from './token.ts';

/**
 * Asked on every request, so that a session that has been ended, or a role that was taken away, is gone at once. One that
 * is no use of it does not keep it alive.
 */
export async function readSession(
  sql: Sql,
  token: string,
  { isUse = true } = {},
): Promise<PortalSession | undefined> {
  const digest = digestOfToken(token);
  const found = await selectSession(sql, digest);
  if (!found) return undefined;
  const { isStale, ...session } = found;
  if (isStale && isUse) await touchSession(sql, digest);
  return session;
}
