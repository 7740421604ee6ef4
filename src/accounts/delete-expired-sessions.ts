import type { Sql } from '../platform/db/types.ts';

/**
 * Deletes expired sessions, returns their number, and deletes unfinished sign-ins, unanswered challenges and counters of
 * attempts that have expired.
 */
export async function deleteExpiredSessions(sql: Sql): Promise<number> {
  await sql`delete from portal_attempts where window_ends_at <= now()`;
  await sql`delete from portal_challenges where expires_at <= now()`;
  await sql`delete from portal_sign_ins where expires_at <= now()`;
  await sql`delete from identity_attempts where expires_at <= now()`;
  const { count } = await sql`delete from portal_sessions where expires_at <= now()`;
  return count;
}
