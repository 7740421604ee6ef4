import type { Sql } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { selectCompanyOf } from './sql.ts';

/** Whose employee it is. At the command line the id is given without the company's; nothing is locked. */
export async function requireEmployee(sql: Sql, employeeId: number): Promise<number> {
  const companyId = await selectCompanyOf(sql, employeeId);
  if (companyId === undefined) throw new AppError('not-found', `There is no employee ${employeeId}.`);
  return companyId;
}
