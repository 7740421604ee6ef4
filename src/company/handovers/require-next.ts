import type { CompanyDay } from '../../domain/day/company-day.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { selectFirstWaiting, selectLastHandedOver } from '../payroll/handovers-sql.ts';
import { runningMonth } from '../statements/statement.ts';

/**
 * Months are handed over in their order, so that a correction is in a file that payroll books later. The first one is any month: those
 * before it were handed over in another way.
 */
export async function requireNext(sql: Sql, day: CompanyDay, month: string): Promise<void> {
  if (month > runningMonth(day.today)) throw notFound();
  const last = await selectLastHandedOver(sql, day.companyId);
  if (last === null) return;
  if (month <= last) throw refused('month-handed-over', { month });
  const first = await selectFirstWaiting(sql, day.companyId, last);
  if (first !== null && first < month) throw refused('earlier-month-first', { month: first });
}
