import { createTokens, idPart, readIdPart } from '../links/derived-tokens.ts';

const PURPOSE = 'contract-link';

/** The content of a token. */
export interface ContractSubject {
  companyId: number;
  offerId: number;
}

/** Undefined for a token that we did not issue. */
export type ReadContractToken = (token: string) => ContractSubject | undefined;

export type ContractLink = (offer: { companyId: number; id: number }) => string;

/** The address at which an employee answers an offer. Every node can create the same link at any time. */
export function contractLink(baseUrl: string, secretKeys: readonly string[]): ContractLink {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (offer) => `${baseUrl}/contracts/${tokens.make([idPart(offer.companyId), idPart(offer.id)])}`;
}

/** Tokens of earlier versions have a third part, a day of expiry. Offers now lapse by the company's business date. */
export function createContractTokenReader(secretKeys: readonly string[]): ReadContractToken {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (token) => {
    const parts = tokens.read(token);
    if (!parts) return undefined;
    const [companyId = 0, offerId = 0] = parts.map(readIdPart);
    return { companyId, offerId };
  };
}
