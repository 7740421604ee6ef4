import { type Actor, recordChanges } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import {
  forgetChoices,
  selectKnown,
  selectMoves,
  selectMovesByHand,
} from '../../tickets/groups/members-sql.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { lockEmployees } from '../../tickets/subscriptions/terms-sql.ts';
import { changeMembers, type GroupEffect } from './change-members.ts';
import { requireGroup } from './require-group.ts';

/** The group of a person by hand: the one with this id, none whatever fits, or the one that the rules give. */
export type Choice = number | 'none' | 'by-rule';

/** Puts people into a group by hand. Rules no longer move them, until they are to decide again. */
export async function chooseGroup(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  asked: readonly number[],
  choice: Choice,
): Promise<GroupEffect> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const group = typeof choice === 'number' ? await requireGroup(tx, companyId, choice) : null;
    await lockEmployees(tx, day, asked);
    const employeeIds = await selectKnown(tx, day, asked);
    if (employeeIds.length === 0) throw notFound();
    const effect = await changeMembers(
      tx,
      day,
      choice === 'by-rule'
        ? {
            make: () => forgetChoices(tx, day, employeeIds),
            moves: () => selectMoves(tx, day, tx`e.id = any(${employeeIds}::bigint[])`),
          }
        : { moves: () => selectMovesByHand(tx, day, employeeIds, group?.group ?? null) },
    );
    await recordChanges(tx, companyId, {
      actor,
      subjectType: 'employee',
      changes: employeeIds.map((subjectId) => ({
        action: 'group-chosen',
        subjectId,
        details: choice === 'by-rule' ? { byRule: true } : { group: group?.group.name ?? null },
      })),
    });
    return effect;
  });
}
