import type { Sql } from './connect.ts';

/**
 * Has many rows joined as sets. Of what has only just been written the planner has no idea: it takes a company that was
 * not there when it last counted for a handful of people, and meets each of them with a scan of all the others.
 */
export async function withoutNestedLoops<Result>(
  sql: Sql,
  isMuch: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isMuch) return await work();
  const [before] = await sql<{ value: string }[]>`select current_setting('enable_nestloop') as value`;
  await sql`set local enable_nestloop = off`;
  const result = await work();
  await sql`select set_config('enable_nestloop', ${before?.value ?? 'on'}, true)`;
  return result;
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
