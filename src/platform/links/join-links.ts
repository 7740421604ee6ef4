import { createTokens, idPart, readIdPart } from './derived-tokens.ts';

const PURPOSE = 'join';

/** A company, with the number that ends earlier links when it rises. */
export interface JoinSubject {
  companyId: number;
  version: number;
}

export type JoinLink = (subject: JoinSubject) => string;

/** Undefined for a token that we did not issue. Whether the version is still the company's is for the caller to check. */
export type ReadJoinToken = (token: string) => JoinSubject | undefined;

/** The address of a company's join page. Every node can create the same link at any time, so it is not stored. */
export function createJoinLink(baseUrl: string, secretKeys: readonly string[]): JoinLink {
  const tokens = createTokens(PURPOSE, secretKeys);
  return ({ companyId, version }) => `${baseUrl}/join/${tokens.make([companyId, version].map(idPart))}`;
}

export function createJoinTokenReader(secretKeys: readonly string[]): ReadJoinToken {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (token) => {
    const [companyId, version] = tokens.read(token) ?? [];
    return version === undefined
      ? undefined
      : { companyId: readIdPart(companyId), version: readIdPart(version) };
  };
}
