import { type Actor, recordChanges } from '../../../domain/audit/record-change.ts';
import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { followAmounts } from '../follow-amounts.ts';
import { dropTerms } from '../terms-sql.ts';
import { idsOf, setPersonEnds } from './actions-sql.ts';
import { beginAction } from './begin-action.ts';
import { checkCancel } from './checks.ts';
import { declineEmploymentAhead } from './decline.ts';
import type { ActionInput } from './input.ts';
import type { Subject } from './subject.ts';

/**
 * Ends the subscription at the end of the month that the cut-off allows. A term that would not have begun by
 * then is dropped, and so is the next term, after a gap.
 */
export async function cancel(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
  input: Pick<ActionInput, 'askedOn'> = {},
): Promise<{ end: string; dropped: boolean }> {
  const subject = await beginAction(tx, day, employeeId, 'cancel');
  const { end, dropped } = checkCancel(day, subject, input);
  await cancelAll(tx, day, [subject], actor, input);
  return { end, dropped };
}

export async function cancelAll(
  tx: Transaction,
  day: OpenDay,
  subjects: readonly Subject[],
  actor: Actor,
  input: Pick<ActionInput, 'askedOn'>,
): Promise<void> {
  const ends = subjects.map((subject) => ({ ...subject, ...checkCancel(day, subject, input) }));
  const ended = ends.filter(({ dropped }) => !dropped);
  await dropTerms(tx, day, idsOf(ends.filter(({ dropped }) => dropped)), { declined: true });
  await setPersonEnds(tx, day, ended);
  await declineEmploymentAhead(tx, day, ended);
  await followAmounts(tx, day, idsOf(subjects));
  await recordChanges(tx, day.companyId, {
    actor,
    subjectType: 'employee',
    changes: ends.map(({ employeeId, end, dropped, nextTermStart }) => ({
      action: 'subscription-cancelled',
      subjectId: employeeId,
      details: { end, dropped, ...(nextTermStart && { following: nextTermStart }) },
    })),
  });
}
