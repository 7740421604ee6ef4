import type { Sql } from '../../platform/db/types.ts';
import type { ListedGroup } from '../../tickets/groups/group.ts';
import { selectGroups } from '../../tickets/groups/groups-sql.ts';
import { type HeldMoves, selectHeldMoves } from '../../tickets/groups/held-moves-sql.ts';
import { countMembers } from '../../tickets/groups/members-sql.ts';

export interface GroupList {
  groups: ListedGroup[];
  /** Present people in no group; 0 without groups. */
  others: number;
  held: HeldMoves | null;
}

export async function listGroups(sql: Sql, companyId: number): Promise<GroupList> {
  const groups = await selectGroups(sql, companyId);
  // Counting reads everybody, and most companies have no groups.
  const members = groups.length > 0 ? await countMembers(sql, companyId) : [];
  const counts = new Map(members.map((count) => [count.groupId, count]));
  return {
    groups: groups.map((group) => {
      const { people = 0, byHand = 0 } = counts.get(group.id) ?? {};
      return { ...group, people, byHand };
    }),
    others: counts.get(null)?.people ?? 0,
    held: (await selectHeldMoves(sql, companyId)) ?? null,
  };
}
