import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import type { Group } from '../../tickets/groups/group.ts';
import { selectGroups } from '../../tickets/groups/groups-sql.ts';

/** The group, and the others in their order. */
export async function requireGroup(
  tx: Transaction,
  companyId: number,
  id: number,
): Promise<{ group: Group; others: Group[] }> {
  const groups = await selectGroups(tx, companyId);
  const group = groups.find((each) => each.id === id);
  if (!group) throw notFound();
  return { group, others: groups.filter((each) => each !== group) };
}
