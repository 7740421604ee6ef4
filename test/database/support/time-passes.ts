import type { Sql } from '../../../src/platform/db/types.ts';

/**
 * Moves times of a company's rows into the past: so time passes, and no test waits. A cluster cannot compute times of a row in
 * the `set` of an update.
 */
export async function timePasses(
  sql: Sql,
  companyId: number,
  interval: string,
  columns: Readonly<Record<string, readonly string[]>>,
  /** Only these rows. */
  where = 'true',
): Promise<void> {
  for (const [table, names] of Object.entries(columns)) {
    const earlier = names.map((name) => `${name} - $1::interval as ${name}`).join(', ');
    const set = names.map((name) => `${name} = earlier.${name}`).join(', ');
    await sql.unsafe(
      `with earlier as materialized (
        select ctid as place, ${earlier} from ${table} where company_id = $2 and ${where}
      )
      update ${table} t set ${set} from earlier where t.company_id = $2 and t.ctid = earlier.place`,
      [interval, companyId],
    );
  }
}
