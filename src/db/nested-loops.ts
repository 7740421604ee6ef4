import type { Sql } from './connect.ts';

/**
 * For the rest of the transaction. Where many rows are joined of which the planner has no idea, because they have
 * only just been written, it takes them for a handful and meets each with a scan of all the others.
 */
export async function allowNestedLoops(sql: Sql, allow: boolean): Promise<void> {
  await sql`select set_config('enable_nestloop', ${allow ? 'on' : 'off'}, true)`;
}
