import { type Actor, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/types.ts';
import { checkPause } from './checks.ts';
import type { ActionInput } from './input.ts';
import { addPersonPause } from './sql.ts';
import { inAction } from './subject.ts';

/** Pauses whole months, from `fromMonth` to `untilMonth` inclusive, or until resumed. Months are YYYY-MM. */
export async function pause(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
  months: Pick<ActionInput, 'fromMonth' | 'untilMonth'> = {},
): Promise<{ from: string; until: string | null }> {
  return await inAction(tx, companyId, employeeId, 'pause', async ({ day }) => {
    const { from, until } = checkPause(day, months);
    await addPersonPause(tx, day, employeeId, { from, until });
    await recordChange(tx, companyId, {
      actor,
      action: 'subscription-paused',
      subject: { type: 'employee', id: employeeId },
      details: { from, until },
    });
    return { from, until };
  });
}
