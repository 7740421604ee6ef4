import { monthFirst } from '../calendar/months.ts';
import type { OpenDay } from '../day/company-day.ts';
import type { Transaction } from '../db/types.ts';
import { issueToday } from './issue-today.ts';
import { insertReplacements } from './sql.ts';

/**
 * Issues a ticket for one person by hand, even if a void ticket keeps the month from being issued
 * automatically.
 */
export async function issueAgain(tx: Transaction, day: OpenDay, employeeId: number): Promise<void> {
  const issued = await issueToday(tx, day, [employeeId]);
  if (issued === 0)
    await insertReplacements(tx, day, { month: monthFirst(day.today), validFrom: day.today }, [employeeId]);
}
