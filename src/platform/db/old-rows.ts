import { idsOf } from './ids-of.ts';
import type { Pool, Sql } from './types.ts';

/** Rows of companies that are deleted once the time in the column `at` is long ago. */
interface Rows {
  table: string;
  /** The columns that name a row of a company. */
  key: readonly string[];
  at: string;
}

/** How to find the companies with old rows, and to delete a part of the rows of one. */
export function oldRows({ table, key, at }: Rows) {
  return {
    async selectCompanies(sql: Pool, days: number): Promise<number[]> {
      return await idsOf(sql<{ id: number }[]>`
        select c.id from companies c where exists (
          select from ${sql(table)} r
          where r.company_id = c.id and r.${sql(at)} < now() - make_interval(days => ${days})) order by 1`);
    },
    async deletePart(sql: Sql, companyId: number, days: number, max: number): Promise<number> {
      const { count } = await sql`
        delete from ${sql(table)} where company_id = ${companyId} and (${sql([...key])}) in (
          select ${sql([...key])} from ${sql(table)}
          where company_id = ${companyId} and ${sql(at)} < now() - make_interval(days => ${days})
          order by ${sql(at)} limit ${max})`;
      return count;
    },
  };
}
