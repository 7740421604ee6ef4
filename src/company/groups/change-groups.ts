import type { Actor } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import type { GroupSettings } from '../../tickets/groups/group.ts';
import type { GroupEffect } from './change-members.ts';
import { type Choice, chooseGroup } from './choose-group.ts';
import { createGroup } from './create-group.ts';
import { deleteGroup } from './delete-group.ts';
import { moveGroup } from './move-group.ts';
import { releaseMoves } from './release-moves.ts';
import { setGroup } from './set-group.ts';

/** Everything that can be done with groups. Each of it has the same preview. */
export type GroupsChange =
  | { action: 'create'; settings: GroupSettings }
  | { action: 'set'; id: number; settings: Partial<GroupSettings> }
  | { action: 'move'; id: number; position: number }
  | { action: 'delete'; id: number }
  | { action: 'choose'; employeeIds: readonly number[]; choice: Choice }
  | { action: 'release' };

export async function changeGroups(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  change: GroupsChange,
): Promise<GroupEffect> {
  switch (change.action) {
    case 'create':
      return await createGroup(tx, companyId, actor, change.settings);
    case 'set':
      return await setGroup(tx, companyId, actor, change.id, change.settings);
    case 'move':
      return await moveGroup(tx, companyId, actor, change.id, change.position);
    case 'delete':
      return await deleteGroup(tx, companyId, actor, change.id);
    case 'choose':
      return await chooseGroup(tx, companyId, actor, change.employeeIds, change.choice);
    case 'release':
      return await releaseMoves(tx, companyId, actor);
  }
}

/** Whether the change means anything for anybody. */
export function concernsPeople({ moved, people, offered, withdrawn, replaced }: GroupEffect): boolean {
  return moved + people + offered + withdrawn + replaced > 0;
}
