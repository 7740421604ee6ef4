import { createTokens, idPart, readIdPart } from '../links/derived-tokens.ts';
import { DAYS_TO_ANSWER } from '../subscriptions/offer-life.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PURPOSE = 'contract-link';

/** What a token stands for. */
export interface ContractSubject {
  companyId: number;
  offerId: number;
  expiresAt: Date;
}

/** Undefined for anything that is not one of ours to the letter. One that has expired is still told apart from that. */
export type ReadContractToken = (token: string) => ContractSubject | undefined;

export type ContractLink = (offer: { companyId: number; id: number; createdAt: Date }) => string;

/**
 * The address at which an employee answers an offer. Its last day follows from when the offer was made, so that the
 * same link can be made again at any time, by every node.
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

/** Counted from 1970. Whole days in UTC: the last one is not cut short. */
function dayAfterLast(offeredAt: Date): number {
  return Math.floor(offeredAt.getTime() / DAY_MS) + DAYS_TO_ANSWER + 1;
}
