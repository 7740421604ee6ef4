import { isDeepStrictEqual } from 'node:util';
import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import type { GroupSettings } from '../../tickets/groups/group.ts';
import { updateGroup } from '../../tickets/groups/groups-sql.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { changeMembers, figuresOf, type GroupEffect } from './change-members.ts';
import { checkGroup } from './check-group.ts';
import { detailsOf } from './group-details.ts';
import { requireGroup } from './require-group.ts';

/**
 * Changes the settings that are given and leaves the others. Another rule moves people, another subsidy changes what members pay:
 * both are followed at once. Another default plan counts for people who are enrolled from now on.
 */
export async function setGroup(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  id: number,
  settings: Partial<GroupSettings>,
): Promise<GroupEffect> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const { group, others } = await requireGroup(tx, companyId, id);
    const checked = checkGroup({ ...group, ...settings }, others);
    const movesNobody = isDeepStrictEqual(checked.rule, group.rule);
    const effect = await changeMembers(tx, day, {
      ...(checked.subsidyCents !== group.subsidyCents && { groupId: id }),
      make: () => updateGroup(tx, day, { ...group, ...checked }),
      ...(movesNobody && { moves: async () => [] }),
    });
    const given = Object.keys(settings) as (keyof GroupSettings)[];
    await recordChange(tx, companyId, {
      actor,
      action: 'group-changed',
      subject: { type: 'group', id },
      details: {
        ...detailsOf({
          name: checked.name,
          ...Object.fromEntries(given.map((setting) => [setting, checked[setting]])),
        }),
        ...figuresOf(effect),
      },
    });
    return effect;
  });
}
