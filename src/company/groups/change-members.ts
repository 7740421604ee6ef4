import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { forgetHeldMoves } from '../../tickets/groups/held-moves-sql.ts';
import {
  type Move,
  type MovedPerson,
  moveMembers,
  selectFirstByName,
  selectMoves,
  selectSubsidiesOfMembers,
} from '../../tickets/groups/members-sql.ts';
import {
  type AmountChange,
  selectAmountChange,
  selectEndingByContract,
} from '../../tickets/subscriptions/amount-change-sql.ts';
import { type FollowedAmounts, followAmounts } from '../../tickets/subscriptions/follow-amounts.ts';

interface FromTo {
  /** The name of a group. Null: none. */
  from: string | null;
  to: string | null;
}

/** The effect of a change of groups: who moves, and what it costs. */
export interface GroupEffect extends AmountChange, FollowedAmounts {
  /** The number of people who come to another group. */
  moved: number;
  /** From where to where, the most people first. */
  moves: (FromTo & { people: number })[];
  /** The first of them, by name. */
  names: (FromTo & MovedPerson)[];
}

const MAX_NAMES = 50;

interface MemberChange {
  /** The group whose subsidy may change. */
  groupId?: number;
  /** Changes the groups. */
  make?: () => Promise<void>;
  /** Selects who moves after that. By default everybody is looked at, also people whose moves are held. */
  moves?: () => Promise<Move[]>;
}

/**
 * Changes groups, moves people to the groups that fit them then, and lets offers follow their amounts (docs/lifecycle.md, "When amounts
 * change"). A preview is the same with a rollback.
 */
export async function changeMembers(
  tx: Transaction,
  day: OpenDay,
  { groupId, make, moves }: MemberChange,
): Promise<GroupEffect> {
  const before =
    groupId === undefined ? new Map<number, number>() : await selectSubsidiesOfMembers(tx, day, groupId);
  const ending = await selectEndingByContract(tx, day);
  await make?.();
  const moving = moves ? await moves() : await selectMoves(tx, day, tx`true`);
  await moveMembers(tx, day, moving);
  if (!moves) await forgetHeldMoves(tx, day);
  for (const { employeeId, subsidyBefore } of moving)
    if (!before.has(employeeId)) before.set(employeeId, subsidyBefore ?? day.subsidyCents);
  const followed = await followAmounts(tx, day, [...before.keys()]);
  const change = await selectAmountChange(tx, day, { ofCompany: day.subsidyCents, ofPeople: before }, ending);
  return { ...change, ...followed, ...(await describe(tx, day.companyId, moving)) };
}

async function describe(
  tx: Transaction,
  companyId: number,
  moving: readonly Move[],
): Promise<Pick<GroupEffect, 'moved' | 'moves' | 'names'>> {
  const changing = moving.filter(({ fromId, toId }) => fromId !== toId);
  const byId = new Map(changing.map((move) => [move.employeeId, move]));
  const counted = new Map<string, FromTo & { people: number }>();
  for (const { fromId, from, toId, to } of changing) {
    const key = `${fromId} ${toId}`;
    counted.set(key, { from, to, people: (counted.get(key)?.people ?? 0) + 1 });
  }
  const first = await selectFirstByName(tx, companyId, [...byId.keys()], MAX_NAMES);
  return {
    moved: changing.length,
    moves: [...counted.values()].sort((one, other) => other.people - one.people),
    names: first.map((person) => {
      const { from = null, to = null } = byId.get(person.employeeId) ?? {};
      return { ...person, from, to };
    }),
  };
}

/** What the audit log keeps of it. */
export function figuresOf({ moved, offered, withdrawn, replaced }: GroupEffect): Record<string, number> {
  return { moved, offered, withdrawn, replaced };
}
