import { AppError } from '../errors.ts';
import { createTokens, idPart, readIdPart } from './derived-tokens.ts';

const PURPOSE = 'employee-page';

/** A person, with the number that ends earlier links when it rises (docs/employee-page.md). */
export interface PageOwner {
  companyId: number;
  employeeId: number;
  linkVersion: number;
}

export type PageLink = (owner: PageOwner) => string;

/** Undefined for a token that we did not issue. Whether the version is still the person's is for the caller to check. */
export type ReadPageToken = (token: string) => PageOwner | undefined;

/** The address of an employee's page. Every node can create the same link at any time, so it is not stored. */
export function createPageLink(baseUrl: string, secretKeys: readonly string[]): PageLink {
  const tokens = createTokens(PURPOSE, secretKeys);
  return ({ companyId, employeeId, linkVersion }) =>
    `${baseUrl}/me/${tokens.make([companyId, employeeId, linkVersion].map(idPart))}`;
}

export function createPageTokenReader(secretKeys: readonly string[]): ReadPageToken {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (token) => {
    const parts = tokens.read(token);
    if (!parts) return undefined;
    const [companyId = 0, employeeId = 0, linkVersion = 0] = parts.map(readIdPart);
    return { companyId, employeeId, linkVersion };
  };
}

/** For a token of an earlier version. */
export const linkEnded = () =>
  new AppError('link-ended', 'This link no longer works. A newer one has replaced it.');
