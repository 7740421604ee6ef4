import type { Pool } from '../../platform/db/types.ts';
import { giveNumbers, hasUnnumbered, lockCounter } from './events-sql.ts';

/**
 * Gives the company's committed events their numbers, and returns how many it numbered. Before reading events, number them:
 * a reader then sees everything that was committed before it asked.
 */
export async function numberEvents(sql: Pool, companyId: number): Promise<number> {
  if (!(await hasUnnumbered(sql, companyId))) return 0;
  return await sql.begin(async (tx) => giveNumbers(tx, companyId, await lockCounter(tx, companyId)));
}
