import { createTokens, idPart, readIdPart } from '../../platform/links/derived-tokens.ts';

const PURPOSE = 'unsubscribe';

export type UnsubscribeLink = (companyId: number, employeeId: number) => string;

/** Undefined for a token that we did not issue. */
export type ReadUnsubscribeToken = (token: string) => { companyId: number; employeeId: number } | undefined;

/** The address on which an employee ends the monthly mail. It works without signing in and for ever. */
export function createUnsubscribeLink(baseUrl: string, secretKeys: readonly string[]): UnsubscribeLink {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (companyId, employeeId) =>
    `${baseUrl}/unsubscribe/${tokens.make([companyId, employeeId].map(idPart))}`;
}

export function createUnsubscribeTokenReader(secretKeys: readonly string[]): ReadUnsubscribeToken {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (token) => {
    const parts = tokens.read(token);
    if (!parts) return undefined;
    const [companyId = 0, employeeId = 0] = parts.map(readIdPart);
    return { companyId, employeeId };
  };
}
