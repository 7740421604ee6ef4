import { type Actor, recordChange } from '../../../domain/audit/record-change.ts';
import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { refused } from '../../../platform/refusals.ts';
import { followAmounts } from '../follow-amounts.ts';
import { followHrFacts } from '../follow-hr-facts.ts';
import { setDeclined, setPersonEnds } from './actions-sql.ts';
import { beginAction } from './begin-action.ts';

/**
 * Withdraws a cancellation that has not taken effect. An end set by the HR system stays. A term after a gap that the
 * cancellation had declined follows again.
 */
export async function withdrawCancellation(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
): Promise<void> {
  const subject = await beginAction(tx, day, employeeId, 'withdraw-cancellation');
  if (subject.endPerson === null) throw refused(subject.endHr !== null ? 'ended-by-hr' : 'not-cancelled');
  await setPersonEnds(tx, day, [{ employeeId, end: null }]);
  if (subject.declinedOn === null) {
    // While the subscription was to end, no new terms were offered.
    await followAmounts(tx, day, [employeeId]);
  } else {
    await setDeclined(tx, day, [{ employeeId, until: null }]);
    await followHrFacts(tx, day, [employeeId]);
  }
  await recordChange(tx, day.companyId, {
    actor,
    action: 'cancellation-withdrawn',
    subject: { type: 'employee', id: employeeId },
    details: { end: subject.endPerson },
  });
}
