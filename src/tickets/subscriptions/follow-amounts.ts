import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { type OutdatedOffer, type Standing, selectOutdatedOffers, selectStandings } from './amounts-sql.ts';
import { makeOffers } from './make-offers.ts';
import {
  type OfferReason,
  removeContractEnds,
  withdrawNewTerms,
  withdrawOffersOfEnded,
} from './offers-sql.ts';
import { lockEmployees } from './terms-sql.ts';

/** The number of people by what was changed. */
export interface FollowedAmounts {
  /** New terms were offered. */
  offered: number;
  /** New terms were withdrawn, and nothing was offered instead. */
  withdrawn: number;
  /** An open enrolment or change of plan was replaced by one with the current amounts. */
  replaced: number;
}

/**
 * Brings offers in line with the current amounts, for everybody or for these people: offers new terms where the current
 * amount is above the signed one, and withdraws them where it no longer is or the term has ended. Repeating the call
 * changes nothing.
 */
export async function followAmounts(
  tx: Transaction,
  day: OpenDay,
  employeeIds?: readonly number[],
): Promise<FollowedAmounts> {
  if (employeeIds?.length === 0) return { offered: 0, withdrawn: 0, replaced: 0 };
  await withdrawOffersOfEnded(tx, day, employeeIds);
  const standings = await selectStandings(tx, day, employeeIds);
  const outdated = await selectOutdatedOffers(tx, day, employeeIds);
  const settled = standings.filter((each) => nextStep(each) === 'withdraw');
  const rising = standings.filter((each) => nextStep(each) === 'offer');
  await lockEmployees(tx, day, idsOf([...settled, ...rising, ...outdated]));
  const withdrawn = await withdrawNewTerms(tx, day, idsOf(settled));
  await removeContractEnds(tx, day, idsOf(rising));
  await offerRises(tx, day, rising);
  for (const reason of ['enrolment', 'plan-change'] as const) await replace(tx, day, reason, outdated);
  return { offered: rising.length, withdrawn, replaced: outdated.length };
}

/** The table in docs/lifecycle.md, "When amounts change", in its order. */
function nextStep(standing: Standing): 'withdraw' | 'offer' | null {
  const { rise, isOffered, isRejected, endsBefore, openOffer } = standing;
  if (!rise) return 'withdraw';
  if (isRejected) return null;
  if (isOffered && openOffer !== 'new-terms') return null;
  if (endsBefore) return 'withdraw';
  if (isOffered) return null;
  if (openOffer !== null && openOffer !== 'new-terms') return null;
  return 'offer';
}

/** Offers new terms to people whose current amount is above the signed one. */
export async function offerRises(tx: Transaction, day: OpenDay, rising: readonly Standing[]): Promise<void> {
  const asked = rising.flatMap(({ employeeId, rise }) =>
    rise ? [{ employeeId, planType: rise.planType, plannedStart: rise.month }] : [],
  );
  await makeOffers(tx, day, 'new-terms', asked);
}

async function replace(
  tx: Transaction,
  day: OpenDay,
  reason: OfferReason,
  outdated: readonly OutdatedOffer[],
): Promise<void> {
  await makeOffers(
    tx,
    day,
    reason,
    outdated.filter((offer) => offer.reason === reason),
  );
}

function idsOf(people: readonly { employeeId: number }[]): number[] {
  return people.map(({ employeeId }) => employeeId);
}
