import type { Scope } from '../../domain/access/scope.ts';
import type { CompanyDay } from '../../domain/day/company-day.ts';
import { MANY, withoutNestedLoops } from '../../platform/db/planner.ts';
import type { Transaction } from '../../platform/db/types.ts';
import {
  findDuplicates,
  setDuplicatesAside,
  takeOverFromLeft,
  takeOverFromOmitted,
} from './duplicates-sql.ts';
import { correctEnded, correctUnapplied } from './listings-sql.ts';
import {
  compareKnown,
  countFound,
  findDifferences,
  matchByEmail,
  matchEndedLinks,
  matchInvalid,
  type PlannedRoster,
  planOmissions,
  type Roster,
  replaceReturning,
} from './planned-changes-sql.ts';
import { type OpenQuestions, selectOpenQuestions } from './questions-sql.ts';
import { keepAwaited, letWait } from './waiting-sql.ts';

export interface Plan {
  /** The number of rows in the initial plan. */
  differences: number;
  /** The changes are many. */
  isLarge: boolean;
  /** Whether duplicates were searched. Without repeated e-mail addresses there are none. */
  mayHaveDuplicates: boolean;
  /** Conflicts of earlier rosters are open. */
  hasConflicts: boolean;
  /** Entries of earlier rosters wait. */
  hasWaiting: boolean;
}

/**
 * Matches entries with people and plans their changes: the steps of docs/sync.md, in their order. Writes
 * nothing but working tables.
 */
export async function planChanges(tx: Transaction, day: CompanyDay, received: Roster): Promise<Plan> {
  const differences = await findDifferences(tx, received);
  const roster = { ...received, differences };
  const isLarge = differences > MANY;
  const open = await selectOpenQuestions(tx, roster);
  const { hasConflicts, hasWaiting } = open;
  const mayHaveDuplicates = roster.repeatsEmails || open.hasDuplicates;
  if (mayHaveDuplicates) await withoutNestedLoops(tx, true, () => findDuplicates(tx, day, roster));
  if (differences > 0)
    await withoutNestedLoops(tx, isLarge, () => matchPeople(tx, roster, mayHaveDuplicates, open));
  return { differences, isLarge, mayHaveDuplicates, hasConflicts, hasWaiting };
}

/** Steps without rows are skipped: in most nights few people change, and nobody is new or missing. */
async function matchPeople(
  tx: Transaction,
  roster: PlannedRoster,
  mayHaveDuplicates: boolean,
  open: OpenQuestions,
): Promise<void> {
  const visible = visibleTo(roster.scope, open);
  let isAwaited = open.hasWaitingElsewhere;
  const found = await countFound(tx, roster);
  if (found.invalid > 0) await matchInvalid(tx, roster);
  if (found.added > 0) {
    await correctEnded(tx, roster, open);
    if (mayHaveDuplicates) {
      await setDuplicatesAside(tx, roster);
      await takeOverFromLeft(tx, roster);
      await takeOverFromOmitted(tx, roster);
    }
    await matchEndedLinks(tx, roster);
    if ((await letWait(tx, roster, visible)) > 0) isAwaited = true;
    await matchByEmail(tx, roster, visible);
  }
  await compareKnown(tx, roster);
  if (found.omitted > 0) {
    await replaceReturning(tx, roster);
    if (isAwaited) await keepAwaited(tx, roster);
    await planOmissions(tx, roster);
  }
  await correctUnapplied(tx, roster, open);
}

/** The integrations whose people the sender may match: its own, and those that this integration takes over. */
function visibleTo(scope: Scope, { takesOver }: OpenQuestions): Scope {
  return scope === null ? null : [...scope, ...takesOver];
}
