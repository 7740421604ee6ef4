import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { deleteGroupRow, emptyGroup } from '../../tickets/groups/groups-sql.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { changeMembers, figuresOf, type GroupEffect } from './change-members.ts';
import { requireGroup } from './require-group.ts';

/** Deletes a group. Its members come to the next group that fits them, or have the company's amounts. */
export async function deleteGroup(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  id: number,
): Promise<GroupEffect> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const { group } = await requireGroup(tx, companyId, id);
    const effect = await changeMembers(tx, day, { make: () => emptyGroup(tx, day, id) });
    await deleteGroupRow(tx, day, id);
    await recordChange(tx, companyId, {
      actor,
      action: 'group-deleted',
      subject: { type: 'group', id },
      details: { name: group.name, ...figuresOf(effect) },
    });
    return effect;
  });
}
