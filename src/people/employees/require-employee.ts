import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { selectCompanyOf } from './employees-sql.ts';

/** Finds the company of an employee: on the command line the id is given without it. Takes no lock. */
export async function requireEmployee(sql: Sql, employeeId: number): Promise<number> {
  const companyId = await selectCompanyOf(sql, employeeId);
  if (companyId === undefined) throw new AppError('not-found', `There is no employee ${employeeId}.`);
  return companyId;
}
