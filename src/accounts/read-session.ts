import type { Sql } from '../platform/db/types.ts';
import { type PortalSession, selectSession, touchSession } from './sessions-sql.ts';
import { digestOfToken } from './token.ts';

/**
 * Read on every request, so that an ended session or a removed role takes effect at once. Background polling
 * does not extend the session.
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
