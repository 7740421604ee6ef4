import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import type { GroupSettings } from '../../tickets/groups/group.ts';
import { insertGroup, selectGroups } from '../../tickets/groups/groups-sql.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { changeMembers, figuresOf, type GroupEffect } from './change-members.ts';
import { checkGroup, MAX_GROUPS } from './check-group.ts';
import { detailsOf } from './group-details.ts';

/** Creates a group after all others. People whom its rule fits move to it, unless an earlier group fits them. */
export async function createGroup(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  settings: GroupSettings,
): Promise<GroupEffect & { id: number }> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const groups = await selectGroups(tx, companyId);
    if (groups.length >= MAX_GROUPS) throw refused('too-many-groups', { most: MAX_GROUPS });
    const checked = checkGroup(settings, groups);
    const id = await insertGroup(tx, day, checked);
    const effect = await changeMembers(tx, day, {});
    await recordChange(tx, companyId, {
      actor,
      action: 'group-created',
      subject: { type: 'group', id },
      details: { ...detailsOf(checked), ...figuresOf(effect) },
    });
    return { ...effect, id };
  });
}
