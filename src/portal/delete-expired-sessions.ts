import type { Sql } from '../db/connect.ts';

export async function deleteExpiredSessions(sql: Sql): Promise<number> {
  const { count } = await sql`delete from portal_sessions where expires_at <= now()`;
  return count;
}
