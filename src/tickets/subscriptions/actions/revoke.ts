import { type Actor, recordChange } from '../../../domain/audit/record-change.ts';
import { monthFirst } from '../../../domain/calendar/months.ts';
import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { type Refund, reverseCharge } from '../../charges/charges-sql.ts';
import { voidTickets } from '../../issue/tickets-sql.ts';
import { followAmounts } from '../follow-amounts.ts';
import { dropTerms } from '../terms-sql.ts';
import { setPersonEnds } from './actions-sql.ts';
import { beginAction } from './begin-action.ts';
import { declineEmploymentAhead } from './decline.ts';

/** Ends the subscription today and voids the running month's ticket, whose charge stands unless it is refunded. */
export async function revoke(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
  input: { refund?: boolean } = {},
): Promise<{ end: string; refund?: Refund }> {
  const subject = await beginAction(tx, day, employeeId, 'revoke');
  if (subject.status === 'scheduled') await dropTerms(tx, day, [employeeId], { declined: true });
  else {
    await setPersonEnds(tx, day, [{ employeeId, end: day.today }]);
    await declineEmploymentAhead(tx, day, [subject]);
  }
  const month = monthFirst(day.today);
  await voidTickets(tx, day, month, [employeeId]);
  const refund = input.refund ? await reverseCharge(tx, day, employeeId, month) : null;
  await followAmounts(tx, day, [employeeId]);
  await recordChange(tx, day.companyId, {
    actor,
    action: 'subscription-revoked',
    subject: { type: 'employee', id: employeeId },
    details: {
      end: day.today,
      ...(subject.nextTermStart && { following: subject.nextTermStart }),
      ...refund,
    },
  });
  return { end: day.today, ...(refund && { refund }) };
}
