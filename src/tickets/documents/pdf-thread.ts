import { renderContract } from './contract-pdf.ts';
import type { Source } from './documents-sql.ts';
import { renderReceipt } from './receipt-pdf.ts';

/** Runs in a thread of the pool. */
export default async function renderDocument({
  source: { receipt, offer, createdAt, timeZone, email, personnelNumber, contact, privacyNote },
  isSpecimen,
}: {
  source: Source;
  isSpecimen: boolean;
}): Promise<Uint8Array> {
  if (receipt) return await renderReceipt(receipt, { createdAt, timeZone, isSpecimen, email });
  if (!offer) throw new Error('a contract that was not accepted is marked as downloadable');
  return await renderContract(
    {
      terms: offer.terms,
      textVersion: offer.textVersion,
      textDigest: Buffer.from(offer.textDigest, 'hex'),
      acceptedAt: new Date(offer.decidedAt),
      proof: offer.proof,
    },
    { timeZone, isSpecimen, email, personnelNumber, contact, privacyNote },
  );
}
