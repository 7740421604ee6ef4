import { AppError } from '../errors.ts';
import { createTokens, idPart, readIdPart } from './derived-tokens.ts';
import { classPart, type LinkClass, readClassPart } from './link-class.ts';

const PURPOSE = 'employee-page';

/** A person, with the number that ends earlier links when it rises (docs/employee-page.md). */
export interface PageOwner {
  companyId: number;
  employeeId: number;
  linkVersion: number;
}

export type PageLink = (owner: PageOwner, linkClass: LinkClass) => string;

/** The content of a token. */
interface PageSubject extends PageOwner {
  linkClass: LinkClass;
}

/** Undefined for a token that we did not issue. Whether the version is still the person's is for the caller to check. */
export type ReadPageToken = (token: string) => PageSubject | undefined;

/** The address of an employee's page. Every node can create the same link at any time, so it is not stored. */
export function createPageLink(baseUrl: string, secretKeys: readonly string[]): PageLink {
  const tokens = createTokens(PURPOSE, secretKeys);
  return ({ companyId, employeeId, linkVersion }, linkClass) =>
    `${baseUrl}/me/${tokens.make([...[companyId, employeeId, linkVersion].map(idPart), ...classPart(linkClass)])}`;
}

export function createPageTokenReader(secretKeys: readonly string[]): ReadPageToken {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (token) => {
    const parts = tokens.read(token);
    if (!parts) return undefined;
    const [companyId, employeeId, linkVersion, linkClass] = parts;
    return {
      companyId: readIdPart(companyId),
      employeeId: readIdPart(employeeId),
      linkVersion: readIdPart(linkVersion),
      linkClass: readClassPart(linkClass),
    };
  };
}

/** For a token of an earlier version. */
export const linkEnded = () =>
  new AppError('link-ended', 'This link no longer works. A newer one has replaced it.');
