import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { selectHeldMoves } from './held-moves-sql.ts';
import { moveMembers, selectMoves } from './members-sql.ts';

/**
 * Moves those of these people to whom another group fits by now. The caller has changed their payroll fields, and lets offers follow
 * their amounts. While moves are held, nobody moves.
 */
export async function followGroups(tx: Transaction, day: OpenDay, ids: readonly number[]): Promise<number[]> {
  if (!day.hasGroups || ids.length === 0) return [];
  const moves = await selectMoves(tx, day, tx`e.id = any(${ids}::bigint[])`);
  if (moves.length === 0 || (await selectHeldMoves(tx, day.companyId))) return [];
  await moveMembers(tx, day, moves);
  return moves.map(({ employeeId }) => employeeId);
}
