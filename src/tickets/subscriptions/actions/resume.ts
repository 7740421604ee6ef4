import { type Actor, recordChange } from '../../../domain/audit/record-change.ts';
import { nextFirst } from '../../../domain/calendar/months.ts';
import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { refused } from '../../../platform/refusals.ts';
import { removePersonPausesFrom } from './actions-sql.ts';
import { beginAction } from './begin-action.ts';

/** Withdraws pauses set by people, from the next first on. Pauses that come from absences stay. */
export async function resume(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
): Promise<{ from: string }> {
  const subject = await beginAction(tx, day, employeeId, 'resume');
  if (!subject.hasPersonPause) throw refused(subject.hasHrPause ? 'paused-by-hr' : 'no-pause');
  const from = nextFirst(day.today);
  await removePersonPausesFrom(tx, day, employeeId, from);
  await recordChange(tx, day.companyId, {
    actor,
    action: 'subscription-resumed',
    subject: { type: 'employee', id: employeeId },
    details: { from },
  });
  return { from };
}
