import type { Fragment } from './fragments.ts';
import type { Sql } from './types.ts';

/** From so many rows on, they are joined as sets rather than looked up one by one, and counted where nobody has. */
export const MANY = 1_000;

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
 * A company in a condition that names rows by their keys. The planner does not look between the brackets, and takes the
 * company for one of average size. One that it has not counted yet it takes for empty, any index that begins with the
 * company for as good as the primary key, and then reads a million people to find some thousands of them.
 */
export function uncounted(sql: Sql, companyId: number): Fragment {
  return sql`(select ${companyId}::bigint)`;
}

/**
 * Has much be read by several processes at once, if the server has some to spare. Of itself the planner would not: it
 * takes what has only just been written for little.
 */
export async function inParallel<Result>(
  sql: Sql,
  isMuch: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isMuch) return await work();
  await sql.unsafe(PARALLEL.map((name) => `set local ${name} to 0`).join('; '));
  const result = await work();
  await sql.unsafe(PARALLEL.map((name) => `set local ${name} to default`).join('; '));
  return result;
}

const PARALLEL = ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size'];
