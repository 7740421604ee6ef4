import type { Fragment } from './fragments.ts';
import type { Pool, Sql } from './types.ts';

/** From this number of rows on, a run disables nested loops and analyses the tables afterwards. */
export const MANY = 1_000;

/**
 * Disables nested loops for many rows. The planner has no statistics on rows that were just written: it
 * expects a handful of people in a new company and would scan all others for each of them.
 */
export async function withoutNestedLoops<Result>(
  sql: Sql,
  isLarge: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isLarge) return await work();
  const [before] = await sql<{ value: string }[]>`select current_setting('enable_nestloop') as value`;
  await setLocally(sql, 'enable_nestloop', 'off');
  const result = await work();
  await setLocally(sql, 'enable_nestloop', before?.value ?? 'on');
  return result;
}

/** As `withoutNestedLoops`, for a query outside a transaction that compares two large sets. */
export async function comparingSets<Result>(
  sql: Pool,
  isLarge: boolean,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  if (!isLarge) return await work(sql);
  return (await sql.begin((tx) => withoutNestedLoops(tx, true, () => work(tx)))) as Result;
}

/**
 * Hides the company id from the planner, in conditions that name rows by their keys. For a company without
 * statistics the planner expects no rows, takes any index that begins with the company for as good as the
 * primary key, and reads a million people to find some thousands.
 */
export function hiddenFromPlanner(sql: Sql, companyId: number): Fragment {
  return sql`(select ${companyId}::bigint)`;
}

/**
 * Allows parallel workers. The planner would not use them, because it expects few rows where rows were just
 * written.
 */
export async function inParallel<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  await sql.unsafe(PARALLEL.map((name) => `set local ${name} to 0`).join('; '));
  const result = await work();
  await sql.unsafe(PARALLEL.map((name) => `set local ${name} to default`).join('; '));
  return result;
}

const PARALLEL = ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size'];

/** Sets a value until the end of the transaction. */
export async function setLocally(
  sql: Sql,
  name: 'enable_nestloop' | 'lock_timeout',
  value: string,
): Promise<void> {
  await sql`select set_config(${name}, ${value}, true)`;
}
