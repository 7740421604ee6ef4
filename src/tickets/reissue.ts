import { monthFirst } from '../calendar/months.ts';
import type { CompanyDay } from '../day/company-day.ts';
import type { Transaction } from '../db/types.ts';
import { insertReplacements, voidTickets } from './sql.ts';

/** A ticket names its holder: whose name or birth date has changed gets the running month's under a new id. */
export async function reissue(
  tx: Transaction,
  day: CompanyDay,
  employeeIds: readonly number[],
): Promise<number> {
  const month = monthFirst(day.today);
  const replaced = await voidTickets(tx, day.companyId, month, employeeIds);
  await insertReplacements(tx, day.companyId, { month, validFrom: day.today }, replaced);
  return replaced.length;
}
