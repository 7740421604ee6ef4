import { monthFirst } from '../../domain/calendar/months.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { insertReplacements, voidTickets } from './tickets-sql.ts';

/**
 * Reissues the running month's ticket under a new id for people whose name or birth date has changed, because
 * a ticket names its holder.
 */
export async function reissue(
  tx: Transaction,
  day: OpenDay,
  employeeIds: readonly number[],
): Promise<number> {
  if (employeeIds.length === 0) return 0;
  const month = monthFirst(day.today);
  const replaced = await voidTickets(tx, day, month, employeeIds);
  if (replaced.length > 0) await insertReplacements(tx, day, { month, validFrom: day.today }, replaced);
  return replaced.length;
}
