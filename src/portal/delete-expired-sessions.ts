import type { Sql } from '../db/types.ts';

/**
 * Deletes expired sessions, returns their number, and deletes counters of sign-in attempts that no longer
 * count.
 */
export async function deleteExpiredSessions(sql: Sql): Promise<number> {
  await sql`delete from portal_attempts where window_ends_at <= now()`;
  const { count } = await sql`delete from portal_sessions where expires_at <= now()`;
  return count;
}
