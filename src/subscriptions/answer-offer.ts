import { type Actor, recordChange } from '../audit/record-change.ts';
import { nextFirst } from '../calendar/months.ts';
import { lockCompanySoon } from '../companies/lock-company.ts';
import type { CompanyDay } from '../companies/sql.ts';
import type { Transaction } from '../db/connect.ts';
import { notFound } from '../errors.ts';
import { issueDue } from '../tickets/issue-due.ts';
import { setContractEnd, setNextPlan, setPlan } from './actions/sql.ts';
import { refused } from './actions/transitions.ts';
import { applyHrFactsToNewTerms } from './hr-facts-sql.ts';
import { decideOffer, type Offer, selectOffer } from './offers-sql.ts';
import { lockEmployees, openTerms } from './terms-sql.ts';

/**
 * The employee's answer to an offer, and what follows:
 *
 * | offer       | accepted                                              | rejected                        |
 * |-------------|-------------------------------------------------------|---------------------------------|
 * | enrolment   | a term begins, on the planned start or the next first | nothing begins                  |
 * | plan-change | the plan applies from the next first                  | the old plan stays              |
 * | new-terms   | a pending end is withdrawn                            | the term ends at the next first |
 */
export async function answerOffer(
  tx: Transaction,
  companyId: number,
  offerId: number,
  actor: Actor,
  answer: 'accepted' | 'rejected',
): Promise<void> {
  const day = await lockCompanySoon(tx, companyId);
  await issueDue(tx, day);
  const offer = await selectOffer(tx, companyId, offerId);
  if (!offer) throw notFound();
  requireOpen(offer, answer, day);
  await lockEmployees(tx, companyId, [offer.employeeId]);
  await decideOffer(tx, offer, answer);
  if (answer === 'accepted') await afterAcceptance(tx, day, offer);
  else if (offer.reason === 'new-terms')
    await setContractEnd(tx, companyId, offer.employeeId, nextFirst(day.today));
  await recordChange(tx, companyId, {
    actor,
    action: `contract-${answer}`,
    subject: { type: 'contract-offer', id: offerId },
    details: { reason: offer.reason, planType: offer.planType },
  });
}

/** A rejected offer of new terms may still be accepted until the end it has caused is reached. */
function requireOpen(offer: Offer, answer: 'accepted' | 'rejected', day: CompanyDay): void {
  if (offer.withdrawnAt !== null) throw refused('this offer has been withdrawn');
  if (offer.status === 'accepted') throw refused('this offer has been accepted');
  if (offer.status === 'rejected') {
    const untilReached = offer.reason === 'new-terms' && answer === 'accepted';
    const end = nextFirst((offer.decidedAt ?? new Date()).toISOString().slice(0, 10));
    if (!untilReached || end <= day.today) throw refused('this offer has been rejected');
  }
}

async function afterAcceptance(tx: Transaction, day: CompanyDay, offer: Offer): Promise<void> {
  const { companyId, employeeId, planType, reason } = offer;
  const first = nextFirst(day.today);
  if (reason === 'plan-change')
    return await setNextPlan(tx, day, employeeId, { type: planType, from: first });
  if (reason === 'new-terms') return await setContractEnd(tx, companyId, employeeId, null);
  const start = offer.plannedStart > first ? offer.plannedStart : first;
  await setPlan(tx, companyId, employeeId, planType);
  await openTerms(tx, day, [{ employeeId, start }], { followsHr: true });
  await applyHrFactsToNewTerms(tx, day, [employeeId]);
}
