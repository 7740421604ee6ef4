import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { followGroups } from '../groups/follow-groups.ts';
import { issueToday } from '../issue/issue-today.ts';
import { type Begun, beginTerms } from './begin-terms.ts';
import { followAmounts } from './follow-amounts.ts';
import { decideAndAdjust, type FactsChange, type HrAction, type HrDecision } from './hr-facts-sql.ts';
import { withdrawOffersOfLeavers } from './offers-sql.ts';
import { dropTerms, lockEmployees, openTerms, type TermToBegin, type TermToOpen } from './terms-sql.ts';

/**
 * Updates the subscriptions of these people after a change of their HR facts: starts, ends, pauses, returns.
 * The caller has written the links. Repeating the call on the same day changes nothing.
 */
export async function followHrFacts(
  tx: Transaction,
  day: OpenDay,
  employeeIds: readonly number[],
  change: FactsChange = { cause: 'other' },
): Promise<HrDecision[]> {
  const decisions = await changeTerms(tx, day, employeeIds, change);
  await issueToday(tx, day, [
    ...idsOf(decisions, 'reopen'),
    ...startingToday(decisions, day),
    ...freedToday(decisions),
  ]);
  return decisions;
}

/** Like `followHrFacts`, after a change of a setting. It issues nothing for the running month. */
export async function followSetting(
  tx: Transaction,
  day: OpenDay,
  employeeIds: readonly number[],
): Promise<HrDecision[]> {
  return await changeTerms(tx, day, employeeIds, { cause: 'other' });
}

async function changeTerms(
  tx: Transaction,
  day: OpenDay,
  employeeIds: readonly number[],
  change: FactsChange,
): Promise<HrDecision[]> {
  if (employeeIds.length === 0) return [];
  await lockEmployees(tx, day, employeeIds);
  // Before terms begin, which take the default plan of the group. A roster has moved people by now.
  if (change.cause !== 'roster') await followGroups(tx, day, employeeIds);
  const decisions = await decideAndAdjust(tx, day, employeeIds, change);
  await dropTerms(tx, day, idsOf(decisions, 'drop'), { declined: false });
  await withdrawOffersOfLeavers(tx, day, employeeIds);
  await openTerms(tx, day, revivedTerms(decisions));
  const begun = await beginTerms(tx, day, [...termsToBegin(decisions), ...nextTermsAtOnce(decisions, day)]);
  await followAmounts(tx, day, employeeIds);
  return withOffers(decisions, begun);
}

/**
 * Distinguishes terms that begin from terms that are only offered, and from open offers whose start has moved. People who have
 * rejected a contract or let it lapse have no decision.
 */
function withOffers(decisions: HrDecision[], begun: Begun): HrDecision[] {
  const actions = new Map<number, HrAction>([
    ...begun.started.map((id) => [id, 'start'] as const),
    ...begun.offered.map((id) => [id, 'offer'] as const),
    ...begun.moved.map((id) => [id, 'adjust'] as const),
  ]);
  return decisions.flatMap((decision) => {
    if (decision.action !== 'start' || decision.revived) return [decision];
    const action = actions.get(decision.employeeId);
    return action ? [{ ...decision, action }] : [];
  });
}

function termsToBegin(decisions: HrDecision[]): TermToBegin[] {
  return decisions.flatMap(({ action, employeeId, start, revived }) =>
    action === 'start' && !revived && start !== null ? [{ employeeId, start }] : [],
  );
}

/** Signed terms that an omission had dropped. They need no other offer. */
function revivedTerms(decisions: HrDecision[]): TermToOpen[] {
  return decisions.flatMap(({ employeeId, start, revived }) =>
    revived && start !== null ? [{ employeeId, start, revived }] : [],
  );
}

/** The next terms, after a gap, whose earlier term ends today, not later. */
function nextTermsAtOnce(decisions: HrDecision[], { today }: CompanyDay): TermToBegin[] {
  return decisions.flatMap(({ employeeId, end, nextTermStart }) =>
    nextTermStart !== null && end !== null && end <= today ? [{ employeeId, start: nextTermStart }] : [],
  );
}

/** New terms, terms that the roster has moved to today, and revived ones that would have begun by now. */
function startingToday(decisions: HrDecision[], { today }: CompanyDay): number[] {
  return decisions
    .filter(
      ({ action, start, revived }) =>
        ((action === 'start' || action === 'adjust') && start === today) ||
        (revived && start !== null && start < today),
    )
    .map(({ employeeId }) => employeeId);
}

function freedToday(decisions: HrDecision[]): number[] {
  return decisions.filter(({ freed }) => freed).map(({ employeeId }) => employeeId);
}

function idsOf(decisions: HrDecision[], action: HrAction): number[] {
  return decisions.filter((decision) => decision.action === action).map(({ employeeId }) => employeeId);
}
