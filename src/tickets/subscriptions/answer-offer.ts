import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { firstOnOrAfter, monthFirst, nextFirst } from '../../domain/calendar/months.ts';
import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../issue/open-day.ts';
import { selectSubjectForUpdate, setContractEnd, setNextPlan, setPlan } from './actions/actions-sql.ts';
import { endsBefore } from './actions/cut-offs.ts';
import type { Subject } from './actions/subject.ts';
import { addSignedAmount } from './amounts-sql.ts';
import { followAmounts } from './follow-amounts.ts';
import {
  decideOffer,
  dependOnAcceptedOffers,
  type Offer,
  selectOffer,
  withdrawNewTerms,
} from './offers-sql.ts';
import { type Proof, proofDetails } from './proof.ts';
import { readProofOfLink, type SigningLink } from './proof-sql.ts';
import { dropTerms, openTerms } from './terms-sql.ts';

/** How the answer was given: by which link, network address and browser, or on paper. */
export interface Evidence {
  address?: string;
  browser?: string | null;
  by?: SigningLink | 'paper';
}

/**
 * The employee's answer to an offer, and what follows:
 *
 * | offer       | accepted                                              | rejected                             |
 * |-------------|-------------------------------------------------------|--------------------------------------|
 * | enrolment   | a term begins, on the planned start or the next first | nothing begins                       |
 * | plan-change | the plan applies from the next first                  | the old plan and contract stay       |
 * | new-terms   | the amount applies from its month or the next first   | the term ends then                   |
 *
 * The amount in an accepted offer is signed from then on.
 */
export async function answerOffer(
  tx: Transaction,
  companyId: number,
  offerId: number,
  actor: Actor,
  answer: 'accepted' | 'rejected',
  evidence: Evidence = {},
): Promise<void> {
  await inDay(tx, companyId, 'short', async (day) => {
    const offer = await selectOffer(tx, companyId, offerId);
    if (!offer) throw notFound();
    requireOpen(offer, answer, day);
    const subject = await selectSubjectForUpdate(tx, day, offer.employeeId);
    if (!subject) throw notFound();
    const { by, ...client } = evidence;
    const proof = await proofFor(tx, offer, by);
    await decideOffer(tx, day, offer, answer, proof);
    if (answer === 'accepted') await afterAcceptance(tx, day, offer, subject);
    else if (offer.reason === 'new-terms') await endByRejection(tx, day, offer, subject);
    else if (offer.reason === 'plan-change') await dependOnAcceptedOffers(tx, day, [offer.employeeId]);
    // New terms depend on the amount signed now, and waited for the answer to a change of plan.
    if (answer === 'accepted' || offer.reason === 'plan-change')
      await followAmounts(tx, day, [offer.employeeId]);
    await recordChange(tx, companyId, {
      actor,
      action: `contract-${answer}`,
      subject: { type: 'contract-offer', id: offerId },
      details: {
        reason: offer.reason,
        planType: offer.planType,
        textDigest: offer.textDigest.toString('hex'),
        ...client,
        ...(proof && proofDetails(proof)),
      },
    });
  });
}

async function proofFor(
  tx: Transaction,
  { companyId, employeeId }: Offer,
  by: Evidence['by'],
): Promise<Proof | null> {
  if (by === 'paper') return { by };
  return by ? await readProofOfLink(tx, companyId, employeeId, by) : null;
}

/** Rejected new terms can still be accepted until the end that the rejection caused is reached. */
function requireOpen(offer: Offer, answer: 'accepted' | 'rejected', day: CompanyDay): void {
  if (offer.withdrawnAt !== null) throw refused('offer-withdrawn');
  if (offer.status === 'accepted') throw refused('offer-accepted');
  if (offer.status === 'rejected' && !(answer === 'accepted' && canStillAccept(offer, day.today)))
    throw refused('offer-rejected');
  if (hasLapsed(offer, day.today)) throw refused('offer-lapsed');
}

/** Whether an unanswered offer has lapsed. */
function hasLapsed({ status, answerUntil }: Offer, today: string): boolean {
  return status === 'pending' && today > answerUntil;
}

export function canStillAccept({ reason, contractEnd }: Offer, today: string): boolean {
  return reason === 'new-terms' && contractEnd !== null && today < contractEnd;
}

/** The first day under the offer, if it is accepted today. The employment may begin later. */
export function beginsIfAccepted({ reason, plannedStart, terms }: Offer, today: string): string {
  const first = nextFirst(today);
  // Not before the start in the signed text, even if a roster has moved the start in the meantime.
  if (reason === 'enrolment') return latestOf(plannedStart, terms.plannedStart, first);
  return reason === 'new-terms' ? latestOf(plannedStart, first) : first;
}

async function afterAcceptance(tx: Transaction, day: OpenDay, offer: Offer, subject: Subject): Promise<void> {
  const { employeeId, planType, reason } = offer;
  const signed = { cents: offer.terms.contributionCents, offerId: offer.id };
  const from = beginsIfAccepted(offer, day.today);
  if (reason === 'enrolment') {
    const start = latestOf(from, firstOnOrAfter(subject.employedFrom ?? from));
    if (isLive(subject)) throw refused('already-subscribed');
    if (endsBefore(subject.employedUntil, start)) throw refused('employment-ends-first');
    await setPlan(tx, day, [employeeId], planType);
    await openTerms(tx, day, [{ employeeId, start }]);
    // A roster or an admin may still move the start. No month of the term comes before this one.
    return await addSignedAmount(tx, day, employeeId, { from: monthFirst(day.today), ...signed });
  }
  if (!isLive(subject)) throw refused('ended');
  if (reason === 'plan-change') await setNextPlan(tx, day, [employeeId], { type: planType, from });
  await addSignedAmount(tx, day, employeeId, { from, ...signed });
  // Accepting also removes an end that came from rejecting new terms.
  await withdrawNewTerms(tx, day, [employeeId]);
}

function latestOf(...days: readonly [string, ...string[]]): string {
  return days.reduce((latest, day) => (day > latest ? day : latest));
}

/** The term ends when the new terms would have taken effect. A term that would end before it begins is dropped. */
async function endByRejection(tx: Transaction, day: OpenDay, offer: Offer, subject: Subject): Promise<void> {
  const { employeeId, termStart } = subject;
  if (!isLive(subject) || termStart === null) return;
  const end = latestOf(offer.plannedStart, nextFirst(day.today));
  if (end <= termStart) await dropTerms(tx, day, [employeeId], { declined: true });
  else await setContractEnd(tx, day, employeeId, end);
}

function isLive({ status }: Subject): boolean {
  return status !== 'no-subscription' && status !== 'cancelled';
}
