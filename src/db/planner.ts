import type { Sql } from './connect.ts';

/**
 * For the rest of the transaction. Where many rows are joined of which the planner has no idea, because they have
 * only just been written, it takes them for a handful and meets each with a scan of all the others.
 */
export async function allowNestedLoops(sql: Sql, allow: boolean): Promise<void> {
  await sql`select set_config('enable_nestloop', ${allow ? 'on' : 'off'}, true)`;
}

/**
 * Whether what is read next, much of it, is read by several processes at once, if the server has some to spare. Of itself
 * the planner would not: it takes what has only just been written for little.
 */
export async function readTogether(sql: Sql, together: boolean): Promise<void> {
  const cost = together ? '0' : 'default';
  await sql.unsafe(
    `set local parallel_setup_cost to ${cost}; set local parallel_tuple_cost to ${cost};
     set local min_parallel_table_scan_size to ${cost}`,
  );
}
