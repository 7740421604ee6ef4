import { createTokens, idPart, readIdPart } from '../../platform/links/derived-tokens.ts';
import { classPart, type LinkClass, readClassPart } from '../../platform/links/link-class.ts';

const PURPOSE = 'contract-link';

/** The content of a token. */
export interface ContractSubject {
  companyId: number;
  offerId: number;
  /** The version of the person's links when the link was made (docs/employee-page.md). */
  linkVersion: number;
  linkClass: LinkClass;
}

/** Undefined for a token that we did not issue. */
export type ReadContractToken = (token: string) => ContractSubject | undefined;

/** An offer, with the version of its employee's links. */
interface LinkedOffer {
  companyId: number;
  id: number;
  linkVersion: number;
}

export type ContractLink = (offer: LinkedOffer, linkClass: LinkClass) => string;

/** Marks the version in a token. */
const VERSION = 'v';

/** The address at which an employee answers an offer. Every node can create the same link at any time. */
export function contractLink(baseUrl: string, secretKeys: readonly string[]): ContractLink {
  const tokens = createTokens(PURPOSE, secretKeys);
  return ({ companyId, id, linkVersion }, linkClass) => {
    // Links from before there were versions belong to the first one, and are shown ones.
    const isFirst = linkVersion === 1 && linkClass === 'shown';
    const version = isFirst ? [] : [VERSION, idPart(linkVersion), ...classPart(linkClass)];
    return `${baseUrl}/contracts/${tokens.make([idPart(companyId), idPart(id), ...version])}`;
  };
}

/** Tokens of the earliest versions of the service have a third part, a day of expiry. Offers now lapse by the company's business date. */
export function createContractTokenReader(secretKeys: readonly string[]): ReadContractToken {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (token) => {
    const parts = tokens.read(token);
    if (!parts) return undefined;
    const [companyId, offerId, mark, version, linkClass] = parts;
    return {
      companyId: readIdPart(companyId),
      offerId: readIdPart(offerId),
      linkVersion: mark === VERSION ? readIdPart(version) : 1,
      linkClass: readClassPart(linkClass),
    };
  };
}
