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
  // A cluster finds the shard by a plain value, and would ask all shards.
  return sql.isDistributed ? sql`${companyId}::bigint` : sql`(select ${companyId}::bigint)`;
}

/**
 * Whether the rows `one` and `other` belong to the same company, for a part of a statement that refers to another part. A
 * cluster needs the company as a plain value in every part, to find the shard that has the answer. A plain server
 * compares the rows.
 */
export function sameCompany(sql: Sql, one: string, other: string, companyId: number): Fragment {
  const same = sql`${sql.unsafe(`${one}.company_id = ${other}.company_id`)}`;
  return sql.isDistributed ? sql`${same} and ${sql.unsafe(`${one}.company_id`)} = ${companyId}` : same;
}

/**
 * For an `INSERT … SELECT` of rows that come from no table of companies, such as arrays or a part of the statement. On a
 * cluster the company's row beside them lets the company's server insert them. Otherwise the coordinator copies them there: then it
 * counts the rows that it sends, not those that are stored, and errors of that server lose their codes.
 */
export function atCompany(sql: Sql, companyId: number): { id: Fragment; join: Fragment } {
  return sql.isDistributed
    ? { id: sql`at_company.id`, join: sql`join companies at_company on at_company.id = ${companyId}` }
    : { id: sql`${companyId}::bigint`, join: sql`` };
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

/**
 * Sets a value until the end of the transaction. `set_config` would not reach the workers of a cluster, and `set local`
 * only with `citus.propagate_set_commands`.
 */
export async function setLocally(
  sql: Sql,
  name: 'enable_nestloop' | 'lock_timeout',
  value: string,
): Promise<void> {
  const propagate = sql.isDistributed ? 'set local citus.propagate_set_commands = local; ' : '';
  await sql.unsafe(`${propagate}set local ${name} = '${value.replaceAll("'", "''")}'`);
}
