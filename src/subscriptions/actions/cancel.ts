import { type Actor, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/types.ts';
import { followAmounts } from '../follow-amounts.ts';
import { dropTerms } from '../terms-sql.ts';
import { checkCancel } from './checks.ts';
import { declineEmploymentAhead } from './decline.ts';
import { setPersonEnd } from './sql.ts';
import { inAction } from './subject.ts';

/**
 * Ends the subscription at the end of the month that the cut-off allows. A term that would not have begun by
 * then is dropped, and so is a term that would follow after a gap.
 */
export async function cancel(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
): Promise<{ end: string; dropped: boolean }> {
  return await inAction(tx, companyId, employeeId, 'cancel', async ({ day, subject }) => {
    const { followingStart } = subject;
    const { end, dropped } = checkCancel(day, subject);
    if (dropped) await dropTerms(tx, day, [employeeId], { declined: true });
    else {
      await setPersonEnd(tx, day, employeeId, end);
      await declineEmploymentAhead(tx, day, subject);
    }
    await followAmounts(tx, day, [employeeId]);
    await recordChange(tx, companyId, {
      actor,
      action: 'subscription-cancelled',
      subject: { type: 'employee', id: employeeId },
      details: { end, dropped, ...(followingStart && { following: followingStart }) },
    });
    return { end, dropped };
  });
}
