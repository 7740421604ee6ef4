import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * The tables in which a run works out what it changes. All runs share them, so every statement names the company and the
 * run. A run writes its rows and deletes them in one transaction: nobody else sees any, and a crash leaves none.
 */
export const WORKING_TABLES = ['planned_changes', 'planned_entries', 'planned_duplicates'] as const;
type WorkingTable = (typeof WORKING_TABLES)[number];

/** The run whose rows a statement reads or changes. A preview creates a run that is rolled back. */
export interface WorkingRun {
  companyId: number;
  runId: number;
  /** The number of differences that were found; 0 until then. The planner expects so many planned changes. */
  differences: number;
}

/**
 * The rows of the run, to be read under an alias. The planner has no statistics on them and would expect a single one:
 * the second part of the union, which is never executed, sets the expected number. `offset 0` keeps the planner from
 * optimising the empty second part away. The number is part of the text, because a plan for any number would be expected to cost
 * more than one for few, and be made anew each time. Conditions on the rows belong in `which`: outside, the planner would assume that
 * hardly any row meets them.
 */
export function rowsOf(
  sql: Sql,
  table: WorkingTable,
  { companyId, runId }: WorkingRun,
  { expected, which = sql`true` }: { expected: number; which?: Fragment | undefined },
): Fragment {
  return sql`(
    select * from ${sql(table)} where company_id = ${companyId}::bigint and run_id = ${runId}::bigint and (${which})
    union all
    select (null::${sql(table)}).* from generate_series(1, ${sql.unsafe(String(roundedUp(expected)))}) where (select false)
    offset 0)`;
}

/** To a power of ten, so that a statement has few texts. */
export const roundedUp = (count: number) => 10 ** Math.ceil(Math.log10(Math.max(count, 1)));

/** One row for each number that the roster lists otherwise, or not any more, with one of `PLANNED_OUTCOMES`. */
export const plannedChanges = (sql: Sql, run: WorkingRun, which?: Fragment): Fragment =>
  rowsOf(sql, 'planned_changes', run, { expected: run.differences, which });

/** Whether the row with this alias belongs to the run, for a statement that changes the table or reads a part of it. */
export function isOf(sql: Sql, alias: string, { companyId, runId }: WorkingRun): Fragment {
  const row = sql(alias);
  return sql`${row}.company_id = ${companyId}::bigint and ${row}.run_id = ${runId}::bigint`;
}

/** Deletes the rows of the run. Most nights have few changes, and hardly any roster has duplicates. */
export async function clearWorkingTables(
  sql: Sql,
  run: WorkingRun,
  { mayHaveDuplicates }: { mayHaveDuplicates: boolean },
): Promise<void> {
  const used: WorkingTable[] = [
    ...(run.differences > 0 ? (['planned_changes'] as const) : []),
    ...(mayHaveDuplicates ? (['planned_entries', 'planned_duplicates'] as const) : []),
  ];
  for (const table of used) await sql`delete from ${sql(table)} r where ${isOf(sql, 'r', run)}`;
}
