import type { Sql } from '../../../src/platform/db/types.ts';

/** Moves times of a company's rows into the past: so time passes, and no test waits. */
export async function timePasses(
  sql: Sql,
  companyId: number,
  interval: string,
  columns: Readonly<Record<string, readonly string[]>>,
  /** Only these rows. */
  where = 'true',
): Promise<void> {
  for (const [table, names] of Object.entries(columns)) {
    const set = names.map((name) => `${name} = ${name} - $1::interval`).join(', ');
    await sql.unsafe(`update ${table} set ${set} where company_id = $2 and ${where}`, [interval, companyId]);
  }
}
