import type { OpenDay } from '../../domain/day/company-day.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { offerText } from './contract-text.ts';
import { insertOffers, type OfferReason, selectContractTerms } from './offers-sql.ts';

/** Offers a contract to each of these people. Their terms begin only after acceptance. */
export async function makeOffers(
  tx: Transaction,
  day: OpenDay,
  reason: OfferReason,
  asked: readonly { employeeId: number; planType: PlanType; plannedStart: string }[],
): Promise<void> {
  if (asked.length === 0) return;
  const found = await selectContractTerms(tx, day.companyId, asked);
  const offers = found.map(({ employeeId, ...terms }) => ({ employeeId, ...offerText(terms) }));
  await insertOffers(tx, day, reason, offers);
}
