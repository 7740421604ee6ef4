import type { CompanyDay } from '../companies/sql.ts';
import type { Transaction } from '../db/connect.ts';
import { contractText, digestOfText, TEXT_VERSION } from './contract-text.ts';
import { insertOffers, type OfferReason, selectContractTerms } from './offers-sql.ts';
import type { PlanType } from './vocabulary.ts';

/** Offers a contract to each of these people; nothing begins until they accept. */
export async function makeOffers(
  tx: Transaction,
  day: CompanyDay,
  reason: OfferReason,
  asked: readonly { employeeId: number; planType: PlanType; plannedStart: string }[],
): Promise<void> {
  if (asked.length === 0) return;
  const found = await selectContractTerms(tx, day, asked);
  const offers = found.map(({ employeeId, ...terms }) => ({
    employeeId,
    planType: terms.planType,
    plannedStart: terms.plannedStart,
    terms,
    textVersion: TEXT_VERSION,
    textDigest: digestOfText(contractText(terms)),
  }));
  await insertOffers(tx, day.companyId, reason, offers);
}
