import { createTokens, idPart, readIdPart } from '../links/derived-tokens.ts';
import { DAYS_TO_ANSWER } from '../subscriptions/offer-life.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PURPOSE = 'contract-link';

/** The content of a token. */
export interface ContractSubject {
  companyId: number;
  offerId: number;
  expiresAt: Date;
}

/** Undefined for a token that we did not issue. An expired token is told apart from that. */
export type ReadContractToken = (token: string) => ContractSubject | undefined;

export type ContractLink = (offer: { companyId: number; id: number; createdAt: Date }) => string;

/**
 * The address at which an employee answers an offer. Its expiry follows from the day of the offer, so every
 * node can create the same link at any time.
 */
export function contractLink(baseUrl: string, secretKeys: readonly string[]): ContractLink {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (offer) =>
    `${baseUrl}/contracts/${tokens.make([idPart(offer.companyId), idPart(offer.id), idPart(dayAfterLast(offer.createdAt))])}`;
}

export function createContractTokenReader(secretKeys: readonly string[]): ReadContractToken {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (token) => {
    const parts = tokens.read(token);
    if (!parts) return undefined;
    const [companyId = 0, offerId = 0, day = 0] = parts.map(readIdPart);
    return { companyId, offerId, expiresAt: new Date(day * DAY_MS) };
  };
}

/** Days since 1970-01-01, in UTC. The last day counts in full. */
function dayAfterLast(offeredAt: Date): number {
  return Math.floor(offeredAt.getTime() / DAY_MS) + DAYS_TO_ANSWER + 1;
}
