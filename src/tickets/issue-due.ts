import { monthFirst } from '../calendar/months.ts';
import type { CompanyDay } from '../day/company-day.ts';
import type { Transaction } from '../db/types.ts';
import { insertTickets, markIssued } from './sql.ts';

/**
 * Issues the running month to everybody who was entitled on its first day, unless that has been done. Months that
 * were missed while the service was down are over: they yield neither ticket nor receipt. The caller has the
 * company's lock, so of several nodes one issues and the others find it done.
 */
export async function issueDue(tx: Transaction, day: CompanyDay): Promise<number> {
  const month = monthFirst(day.today);
  if (day.issuedThrough !== null && day.issuedThrough >= month) return 0;
  const issued = await insertTickets(tx, day, { month, judgedOn: month, validFrom: month });
  await markIssued(tx, day.companyId, month);
  return issued;
}
