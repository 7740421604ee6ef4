import type { Sql } from '../../../src/platform/db/types.ts';

/** The number of statements in the database that wait for a lock, or for this event. */
export async function countWaiting(sql: Sql, event?: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from pg_stat_activity where datname = current_database()
      and ${event === undefined ? sql`wait_event_type = 'Lock'` : sql`wait_event = ${event}`}`;
  return row?.count ?? 0;
}
