import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { forgetHeldMoves, holdMoves, selectHeldMoves } from '../../tickets/groups/held-moves-sql.ts';
import { countPresentPeople, moveMembers, selectMoves } from '../../tickets/groups/members-sql.ts';
import { LARGE_PERCENT, MIN_FOR_PERCENT } from '../plan/judge-ends.ts';
import type { WorkingRoster } from '../plan/roster-to-apply.ts';
import { isOf } from '../plan/working-tables.ts';
import type { Warning } from '../runs/sync-outcomes.ts';

interface GroupMoves {
  moved: number[];
  warnings: Warning[];
  /** Moves are held, and those of earlier rosters were not. */
  isNewlyHeld: boolean;
}

const NOBODY: GroupMoves = { moved: [], warnings: [], isNewlyHeld: false };

/**
 * Moves the known people of this roster to the groups that fit them now. If suspiciously many would move, all of them stay until an
 * admin decides, or until a roster no longer moves that many: a column that an export has lost must not change what everybody pays.
 */
export async function moveToGroups(
  tx: Transaction,
  day: OpenDay,
  roster: WorkingRoster,
): Promise<GroupMoves> {
  if (!day.hasGroups) return NOBODY;
  const isHeld = (await selectHeldMoves(tx, day.companyId)) !== undefined;
  if (!isHeld && roster.differences === 0) return NOBODY;
  const changed = tx`e.id in (
    select p.employee_id from planned_changes p where ${isOf(tx, 'p', roster)} and p.outcome <> 'added')`;
  const moves = await selectMoves(tx, day, isHeld ? tx`true` : changed);
  const outOf = moves.length < MIN_FOR_PERCENT ? 0 : await countPresentPeople(tx, day.companyId);
  if (moves.length >= MIN_FOR_PERCENT && moves.length * 100 > LARGE_PERCENT * outOf) {
    await holdMoves(tx, day, { people: moves.length, outOf });
    return {
      moved: [],
      warnings: [{ code: 'large-group-change', count: moves.length, outOf, pointers: [] }],
      isNewlyHeld: !isHeld,
    };
  }
  if (isHeld) await forgetHeldMoves(tx, day);
  await moveMembers(tx, day, moves);
  return { ...NOBODY, moved: moves.map(({ employeeId }) => employeeId) };
}
