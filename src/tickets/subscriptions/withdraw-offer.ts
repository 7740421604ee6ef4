import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../issue/open-day.ts';
import { selectSubjectForUpdate, setDeclined } from './actions/actions-sql.ts';
import { followAmounts } from './follow-amounts.ts';
import { selectOffer, withdrawOpenOffers } from './offers-sql.ts';

/**
 * An admin takes back an enrolment or a change of plan that has not been answered. New terms follow from the amounts
 * in the settings, so they would only be offered again.
 */
export async function withdrawOffer(
  tx: Transaction,
  companyId: number,
  offerId: number,
  actor: Actor,
): Promise<void> {
  await inDay(tx, companyId, 'short', async (day) => {
    const found = await selectOffer(tx, companyId, offerId);
    if (!found) throw notFound();
    const subject = await selectSubjectForUpdate(tx, day, found.employeeId);
    // Read again: until the person was locked, an answer may have come.
    const offer = await selectOffer(tx, companyId, offerId);
    if (!offer || !subject) throw notFound();
    if (offer.withdrawnAt !== null) throw refused('offer-withdrawn');
    if (offer.status === 'accepted') throw refused('offer-accepted');
    if (offer.status === 'rejected') throw refused('offer-rejected');
    if (offer.reason === 'new-terms') throw refused('offer-follows-amounts');
    const { employeeId, reason, planType } = offer;
    await withdrawOpenOffers(tx, day, [employeeId]);
    // Otherwise the next roster would offer the enrolment again.
    if (reason === 'enrolment') {
      const { employedFrom } = subject;
      const isAhead = employedFrom !== null && employedFrom > day.today;
      await setDeclined(tx, day, [{ employeeId, until: isAhead ? employedFrom : day.today }]);
    }
    await followAmounts(tx, day, [employeeId]);
    await recordChange(tx, companyId, {
      actor,
      action: 'contract-withdrawn',
      subject: { type: 'contract-offer', id: offerId },
      details: { reason, planType },
    });
  });
}
