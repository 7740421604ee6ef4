import { monthFirst } from '../../domain/calendar/months.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { issueToday } from './issue-today.ts';
import { insertReplacements } from './tickets-sql.ts';

/**
 * Issues a ticket for one person by hand, even if a void ticket keeps the month from being issued
 * automatically.
 */
export async function issueAgain(tx: Transaction, day: OpenDay, employeeId: number): Promise<void> {
  const issued = await issueToday(tx, day, [employeeId]);
  if (issued === 0)
    await insertReplacements(tx, day, { month: monthFirst(day.today), validFrom: day.today }, [employeeId]);
}
