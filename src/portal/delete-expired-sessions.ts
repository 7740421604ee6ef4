import type { Sql } from '../db/types.ts';

/** Returns how many sessions were over. What is known of attempts to sign in goes when it has stopped to count. */
export async function deleteExpiredSessions(sql: Sql): Promise<number> {
  await sql`delete from portal_attempts where window_ends_at <= now()`;
  const { count } = await sql`delete from portal_sessions where expires_at <= now()`;
  return count;
}
