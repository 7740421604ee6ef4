import { type Actor, recordChange } from '../../audit/record-change.ts';
import { monthFirst } from '../../calendar/months.ts';
import type { Transaction } from '../../db/types.ts';
import { refused } from '../../refusals.ts';
import { earliestPause } from './cut-offs.ts';
import { addPersonPause } from './sql.ts';
import { inAction } from './subject.ts';

/** Pauses whole months, from `fromMonth` to `untilMonth` inclusive, or until resumed. Months are YYYY-MM. */
export async function pause(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
  months: { fromMonth?: string; untilMonth?: string | null } = {},
): Promise<{ from: string; until: string | null }> {
  return await inAction(tx, companyId, employeeId, 'pause', async ({ day }) => {
    const earliest = earliestPause(day);
    const from = months.fromMonth ? `${months.fromMonth}-01` : earliest;
    const until = months.untilMonth ? monthFirst(`${months.untilMonth}-01`, 1) : null;
    if (from < earliest) throw refused('too-early-to-pause', { month: earliest.slice(0, 7) });
    if (until !== null && until <= from) throw refused('pause-ends-first');
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
