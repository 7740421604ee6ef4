import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import { selectHeldMoves } from '../../tickets/groups/held-moves-sql.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { changeMembers, figuresOf, type GroupEffect } from './change-members.ts';

/** Moves the people whose moves to other groups are held. */
export async function releaseMoves(tx: Transaction, companyId: number, actor: Actor): Promise<GroupEffect> {
  return await inDay(tx, companyId, 'short', async (day) => {
    if (!(await selectHeldMoves(tx, companyId))) throw refused('no-moves-held');
    const effect = await changeMembers(tx, day, {});
    await recordChange(tx, companyId, {
      actor,
      action: 'group-moves-released',
      subject: { type: 'company', id: companyId },
      details: figuresOf(effect),
    });
    return effect;
  });
}
