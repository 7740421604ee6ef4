import type { OpenDay } from '../domain/day/company-day.ts';
import type { Transaction } from '../platform/db/types.ts';
import { type ContractTerms, contractName, offerText } from '../tickets/subscriptions/contract-text.ts';
import { selectContractTerms } from '../tickets/subscriptions/offers-sql.ts';
import { insertRows, type Row } from './demo-sql.ts';
import { later } from './timeline.ts';
import type { Offer, World } from './world.ts';

/** Inserts the offers with the amounts and texts of an offer made today, and each contract as a document. */
export async function storeOffers(tx: Transaction, day: OpenDay, world: World): Promise<void> {
  const asked = world.offers.map(({ employee_id, plan_type, planned_start }) => ({
    employeeId: employee_id,
    planType: plan_type,
    plannedStart: planned_start,
  }));
  const terms = new Map<string, ContractTerms>();
  for (const { employeeId, ...found } of await selectContractTerms(tx, day.companyId, asked))
    terms.set(keyOf(employeeId, found.planType, found.plannedStart), found);
  const since = new Map(world.employees.map(({ id, createdAt }) => [id, createdAt]));
  const emails = new Map(world.employees.map(({ id, row }) => [id, String(row['email'])]));
  const offers = world.offers.map((offer) => {
    const theirs = terms.get(keyOf(offer.employee_id, offer.plan_type, offer.planned_start));
    if (!theirs) throw new Error('an offer of the demo is for nobody');
    return { offer, theirs, since: since.get(offer.employee_id) ?? offer.created_at };
  });
  await insertRows(
    tx,
    day,
    'contract_offers',
    offers.map(({ offer, theirs }) => offerRow(offer, theirs, emails.get(offer.employee_id))),
  );
  const documents = offers.map(({ offer, theirs, since }) => documentRow(offer, theirs, since));
  documents.sort((one, other) => +one.created_at - +other.created_at);
  await insertRows(tx, day, 'documents', documents);
}

const keyOf = (employeeId: number, planType: string, plannedStart: string) =>
  `${employeeId} ${planType} ${plannedStart}`;

/** Answered by the link that was mailed. */
function offerRow(offer: Offer, terms: ContractTerms, mailedTo: string | undefined): Row {
  const { textVersion, textDigest } = offerText(terms);
  return {
    ...offer,
    terms,
    text_version: textVersion,
    text_digest: `\\x${textDigest.toString('hex')}`,
    proof: offer.status === 'pending' ? null : { by: 'mailed', mailedTo },
  };
}

/** The document as an offer and its answer leave it. A contract is never older than the person's record. */
function documentRow(offer: Offer, terms: ContractTerms, since: Date) {
  const createdAt = later(offer.created_at, since);
  return {
    employee_id: offer.employee_id,
    kind: 'contract',
    name: contractName(terms),
    file_type: 'pdf',
    downloadable: offer.status === 'accepted',
    offer_id: offer.id,
    created_at: createdAt,
    updated_at: later(offer.decided_at ?? createdAt, createdAt),
  };
}
