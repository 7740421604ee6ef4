import { type Actor, recordChange } from '../../../domain/audit/record-change.ts';
import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { refused } from '../../../platform/refusals.ts';
import { issueAgain } from '../../issue/issue-again.ts';
import { endHrPauseToday, setStart } from './actions-sql.ts';
import { beginAction } from './begin-action.ts';

/**
 * Issues the running month's ticket at once: for a person whose term would begin later, whose ticket was
 * voided, or whose month is paused by absences that are no longer listed.
 */
export async function issueNow(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
): Promise<{ validFrom: string }> {
  const subject = await beginAction(tx, day, employeeId, 'issue-now');
  if (subject.hasTicket) throw refused('ticket-issued');
  const isScheduled = subject.status === 'scheduled';
  if (isScheduled && subject.employedFrom !== null && subject.employedFrom > day.today)
    throw refused('employment-begins', { day: subject.employedFrom });
  if (subject.isPausedToday) {
    if (subject.hasReasonToPause) throw refused('month-paused');
    await endHrPauseToday(tx, day, employeeId);
  }
  if (isScheduled) await setStart(tx, day, employeeId, day.today);
  await issueAgain(tx, day, employeeId);
  await recordChange(tx, day.companyId, {
    actor,
    action: 'ticket-issued-now',
    subject: { type: 'employee', id: employeeId },
    details: { validFrom: day.today },
  });
  return { validFrom: day.today };
}
