import { monthFirst } from '../../domain/calendar/months.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { insertTickets } from './tickets-sql.ts';

/** Issues the running month's ticket to those of these people who are entitled today and have had none. */
export async function issueToday(
  tx: Transaction,
  day: OpenDay,
  employeeIds: readonly number[],
): Promise<number> {
  if (employeeIds.length === 0) return 0;
  return await insertTickets(tx, day, {
    month: monthFirst(day.today),
    judgedOn: day.today,
    validFrom: day.today,
    employeeIds,
  });
}
