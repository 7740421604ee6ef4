import { createHash } from 'node:crypto';
import { createTokens, idPart, readIdPart } from '../../platform/links/derived-tokens.ts';

const PURPOSE = 'unsubscribe-contact';

interface Contact {
  companyId: number;
  integrationId: number;
}

export type ContactLink = (contact: Contact, address: string) => string;

/** The contact that a token was made for, and whether it was made for this address. Undefined for a token that we did not issue. */
export type ReadContactToken = (
  token: string,
) => (Contact & { isFor: (address: string | null) => boolean }) | undefined;

/** The address on which a technical contact ends its mails. A later contact of the integration is not ended by it. */
export function createContactLink(baseUrl: string, secretKeys: readonly string[]): ContactLink {
  const tokens = createTokens(PURPOSE, secretKeys);
  return ({ companyId, integrationId }, address) =>
    `${baseUrl}/unsubscribe/${tokens.make([idPart(companyId), idPart(integrationId), digestOf(address)])}`;
}

export function createContactTokenReader(secretKeys: readonly string[]): ReadContactToken {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (token) => {
    const parts = tokens.read(token);
    if (!parts) return undefined;
    const [company, integration, digest] = parts;
    return {
      companyId: readIdPart(company),
      integrationId: readIdPart(integration),
      isFor: (address) => address !== null && digestOf(address) === digest,
    };
  };
}

const digestOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 16);
