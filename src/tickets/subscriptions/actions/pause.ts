import { type Actor, recordChanges } from '../../../domain/audit/record-change.ts';
import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { addPersonPauses, idsOf } from './actions-sql.ts';
import { beginAction } from './begin-action.ts';
import { checkPause } from './checks.ts';
import type { ActionInput } from './input.ts';
import type { Subject } from './subject.ts';

/** Pauses whole months, from `fromMonth` to `untilMonth` inclusive, or until resumed. Months are YYYY-MM. */
export async function pause(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
  months: Pick<ActionInput, 'fromMonth' | 'untilMonth' | 'askedOn'> = {},
): Promise<{ from: string; until: string | null }> {
  const subject = await beginAction(tx, day, employeeId, 'pause');
  return await pauseAll(tx, day, [subject], actor, months);
}

export async function pauseAll(
  tx: Transaction,
  day: OpenDay,
  subjects: readonly Subject[],
  actor: Actor,
  months: Pick<ActionInput, 'fromMonth' | 'untilMonth' | 'askedOn'>,
): Promise<{ from: string; until: string | null }> {
  const { from, until } = checkPause(day, months);
  await addPersonPauses(tx, day, idsOf(subjects), { from, until });
  await recordChanges(tx, day.companyId, {
    actor,
    subjectType: 'employee',
    changes: subjects.map(({ employeeId }) => ({
      action: 'subscription-paused',
      subjectId: employeeId,
      details: { from, until },
    })),
  });
  return { from, until };
}
