import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { updatePositions } from '../../tickets/groups/groups-sql.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { changeMembers, figuresOf, type GroupEffect } from './change-members.ts';
import { requireGroup } from './require-group.ts';

/** Gives a group another place in the order, from 1 on. People whom several groups fit may move. */
export async function moveGroup(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  id: number,
  position: number,
): Promise<GroupEffect> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const { group, others } = await requireGroup(tx, companyId, id);
    const place = Math.min(position, others.length + 1);
    const ids = others.toSpliced(place - 1, 0, group).map((each) => each.id);
    const effect = await changeMembers(tx, day, { make: () => updatePositions(tx, day, ids) });
    await recordChange(tx, companyId, {
      actor,
      action: 'group-moved',
      subject: { type: 'group', id },
      details: { name: group.name, position: place, ...figuresOf(effect) },
    });
    return effect;
  });
}
