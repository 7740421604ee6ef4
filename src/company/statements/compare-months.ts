import { monthFirst } from '../../domain/calendar/months.ts';
import { selectCompanyDay } from '../../domain/day/company-day.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { readStatements, runningMonth, type Statement } from './statement.ts';

/** The running month and the one before. A month without charges has zeros. */
export async function compareMonths(
  sql: Sql,
  companyId: number,
): Promise<{ current: Statement; previous: Statement }> {
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  const months = [runningMonth(day.today), runningMonth(monthFirst(day.today, -1))];
  const [current, previous] = await readStatements(sql, day, months);
  if (!current || !previous) throw new Error('a month gave no statement');
  return { current, previous };
}
