import type { Sql } from '../../platform/db/types.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { linkEnded } from '../../platform/links/page-links.ts';
import { beginsIfAccepted, canStillAccept } from '../subscriptions/answer-offer.ts';
import { type ContractText, contractTextOf } from '../subscriptions/contract-text.ts';
import { type Offer, selectOffer } from '../subscriptions/offers-sql.ts';
import type { ContractSubject } from './contract-links.ts';
import { type Standing, selectShownOffers, selectStanding } from './contracts-sql.ts';

export type Answer = 'accepted' | 'rejected';

/** An offer as the employee sees it. */
export interface Contract {
  offer: Offer;
  text: ContractText;
  /** The answers that are possible now. */
  answers: readonly Answer[];
  timeZone: string;
  /** The first day under the offer, if it is accepted today. */
  startsOn: string;
  beginsOn: string | null;
}

export async function readContract(sql: Sql, subject: ContractSubject): Promise<Contract> {
  const { companyId, offerId } = subject;
  const offer = await selectOffer(sql, companyId, offerId);
  const standing = await selectStanding(sql, companyId, offerId);
  if (!offer || !standing) throw notFound();
  if (standing.linkVersion !== subject.linkVersion) throw linkEnded();
  if (standing.replacedBy !== null)
    throw new AppError('offer-replaced', 'A newer offer has replaced this one.', {
      replacedBy: standing.replacedBy,
    });
  if (offer.withdrawnAt !== null) throw new AppError('offer-withdrawn', 'This offer has been withdrawn.');
  if (isExpired(offer, standing.today))
    throw new AppError('link-expired', 'This link has expired. The employer can make a new offer.');
  return toContract(offer, standing);
}

/** The offers of a person that can be answered, and the answered one that the record shows. */
export async function readContractsOf(sql: Sql, companyId: number, employeeId: number): Promise<Contract[]> {
  const contracts: Contract[] = [];
  for (const offerId of await selectShownOffers(sql, companyId, employeeId)) {
    const offer = await selectOffer(sql, companyId, offerId);
    const standing = await selectStanding(sql, companyId, offerId);
    if (offer && standing && !isExpired(offer, standing.today)) contracts.push(toContract(offer, standing));
  }
  return contracts;
}

function toContract(offer: Offer, { today, timeZone, beginsOn }: Standing): Contract {
  return {
    offer,
    text: contractTextOf(offer),
    answers: answersTo(offer, today),
    timeZone,
    startsOn: beginsIfAccepted(offer, today),
    beginsOn,
  };
}

/** An answered offer can be read as long as an open one could be answered. */
function isExpired(offer: Offer, today: string): boolean {
  return today > offer.answerUntil && !canStillAccept(offer, today);
}

function answersTo(offer: Offer, today: string): Answer[] {
  if (offer.status === 'pending') return ['accepted', 'rejected'];
  return offer.status === 'rejected' && canStillAccept(offer, today) ? ['accepted'] : [];
}
