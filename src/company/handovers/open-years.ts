import { selectCompanyDay } from '../../domain/day/company-day.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { selectLastHandedOver } from '../payroll/handovers-sql.ts';

/**
 * The years of a person's tickets that have not been handed over to payroll completely, so that their wage certificate still needs
 * the name. A company that hands nothing over is asked about the running year.
 */
export async function selectOpenYears(sql: Sql, companyId: number, employeeId: number): Promise<number[]> {
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  const last = await selectLastHandedOver(sql, companyId);
  const rows = await sql<{ year: number }[]>`
    select distinct extract(year from month)::int as year from charges
    where company_id = ${companyId} and employee_id = ${employeeId} order by 1`;
  const isOpen = (year: number) => (last ? last < `${year}-12` : year >= Number(day.today.slice(0, 4)));
  return rows.map(({ year }) => year).filter(isOpen);
}
