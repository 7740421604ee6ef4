import type { OpenDay } from '../../domain/day/company-day.ts';
import { needsContract } from '../../domain/plans/plan-types.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { makeOffers } from './make-offers.ts';
import { movePlannedStarts, selectCandidates, withdrawOpenOffers } from './offers-sql.ts';
import { openTerms, type TermToBegin } from './terms-sql.ts';

/** The ids of people whose term begins, who get an offer, and whose open offer has a new planned start. */
export interface Begun {
  started: number[];
  offered: number[];
  moved: number[];
}

/**
 * Begins a term for each of these people: at once if the plan needs no contract, otherwise by an offer. A
 * roster does not offer again to a person with an open, lapsed or rejected offer; an admin may (`offerAgain`). No
 * roster moves the start of an order to before `notBefore`.
 */
export async function beginTerms(
  tx: Transaction,
  day: OpenDay,
  terms: readonly TermToBegin[],
  options: { offerAgain?: boolean; notBefore?: string } = {},
): Promise<Begun> {
  if (terms.length === 0) return { started: [], offered: [], moved: [] };
  const ids = idsOf(terms);
  const candidates = new Map((await selectCandidates(tx, day, ids)).map((one) => [one.employeeId, one]));
  const free: TermToBegin[] = [];
  const open: TermToBegin[] = [];
  const pointless: number[] = [];
  const toOffer: Parameters<typeof makeOffers>[3][number][] = [];
  for (const term of terms) {
    const candidate = candidates.get(term.employeeId);
    if (!candidate) continue;
    const { planType, contractStatus } = candidate;
    if (!needsContract(planType)) {
      free.push(term);
      if (contractStatus === 'pending' || contractStatus === 'lapsed') pointless.push(term.employeeId);
    } else if (contractStatus === 'pending') open.push(term);
    else if (contractStatus === null || contractStatus === 'accepted' || options.offerAgain)
      toOffer.push({ employeeId: term.employeeId, planType, plannedStart: term.start });
  }
  await openTerms(tx, day, free, options.notBefore);
  await withdrawOpenOffers(tx, day, pointless);
  const moved = await movePlannedStarts(tx, day, open);
  await makeOffers(tx, day, 'enrolment', toOffer);
  return { started: idsOf(free), offered: idsOf(toOffer), moved };
}

function idsOf(people: readonly { employeeId: number }[]): number[] {
  return people.map(({ employeeId }) => employeeId);
}
