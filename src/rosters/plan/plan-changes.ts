import type { Scope } from '../../domain/access/scope.ts';
import type { CompanyDay } from '../../domain/day/company-day.ts';
import { MANY, withoutNestedLoops } from '../../platform/db/planner.ts';
import type { Transaction } from '../../platform/db/types.ts';
import {
  countFound,
  type Found,
  findDifferences,
  findFewDifferences,
  findOmitted,
  NOTHING_FOUND,
} from './differences-sql.ts';
import {
  findDuplicates,
  setDuplicatesAside,
  takeOverFromLeft,
  takeOverFromOmitted,
} from './duplicates-sql.ts';
import { planOmissions } from './ends-sql.ts';
import { selectFewDiffering } from './entries-sql.ts';
import { compareKnown } from './known-people-sql.ts';
import { correctEnded, correctUnapplied } from './listings-sql.ts';
import { matchByEmail, matchEndedLinks, matchInvalid, replaceReturning } from './matches-sql.ts';
import { type OpenQuestions, selectOpenQuestions } from './questions-sql.ts';
import type { RosterToApply, WorkingRoster } from './roster-to-apply.ts';
import { keepAwaited, letWait } from './waiting-entries-sql.ts';

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
export async function planChanges(tx: Transaction, day: CompanyDay, received: RosterToApply): Promise<Plan> {
  const open = await selectOpenQuestions(tx, received);
  const { hasConflicts, hasWaiting } = open;
  const mayHaveDuplicates = received.repeatsEmails || open.hasDuplicates;
  const found = await find(tx, received, open.isSmall, mayHaveDuplicates);
  const roster = { ...received, differences: found.differences };
  const isLarge = found.differences > MANY;
  if (mayHaveDuplicates)
    await withoutNestedLoops(tx, true, () => findDuplicates(tx, day, roster, open.isSmall));
  if (found.differences > 0)
    await withoutNestedLoops(tx, isLarge, () => matchPeople(tx, roster, mayHaveDuplicates, open, found));
  return { differences: found.differences, isLarge, mayHaveDuplicates, hasConflicts, hasWaiting };
}

type FoundRows = Found & { differences: number };

/** Entries like those of the roster before are left out, if that is known of a small roster. */
async function find(
  tx: Transaction,
  roster: RosterToApply,
  isSmall: boolean,
  mayHaveDuplicates: boolean,
): Promise<FoundRows> {
  const few = isSmall && !mayHaveDuplicates ? await selectFewDiffering(tx, roster) : undefined;
  const differences = few
    ? await findFewDifferences(tx, roster, few)
    : await findDifferences(tx, roster, isSmall);
  const found = differences > 0 ? await countFound(tx, { ...roster, differences }) : NOTHING_FOUND;
  // Every entry of the roster before has a link, so those without one come in addition.
  const isOmitting = few !== undefined && few.entriesBefore + found.withoutLink > roster.entryCount;
  const omitted = isOmitting ? await findOmitted(tx, roster) : 0;
  return { ...found, omitted: found.omitted + omitted, differences: differences + omitted };
}

/** Steps without rows are skipped: in most nights few people change, and nobody is new or missing. */
async function matchPeople(
  tx: Transaction,
  roster: WorkingRoster,
  mayHaveDuplicates: boolean,
  open: OpenQuestions,
  found: Found,
): Promise<void> {
  const visible = visibleTo(roster.scope, open);
  let isAwaited = open.hasWaitingElsewhere;
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
  await compareKnown(tx, roster, open);
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
