import { newToken } from '../../accounts/token.ts';
import { createTokens, idPart, readIdPart } from '../../platform/links/derived-tokens.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';

/** The people that one browser can remember. A further one displaces the oldest. */
const MAX_PEOPLE = 4;
const SEPARATOR = '~';

export interface Proofs {
  /** The value of the cookie after the browser has proved the person's date of birth. */
  add(cookie: string | undefined, owner: PageOwner): string;
  /** The value of the cookie without this person. */
  remove(cookie: string | undefined, owner: PageOwner): string;
  /** The name of the browser if the cookie proves this person and version. */
  find(cookie: string | undefined, owner: PageOwner): string | undefined;
}

/** Signed notes in a cookie about the people whose date of birth was given in this browser. */
export function createProofs(secretKeys: readonly string[]): Proofs {
  const tokens = createTokens('employee-browser', secretKeys);
  const read = (token: string) => {
    const [companyId, employeeId, linkVersion, browser] = tokens.read(token) ?? [];
    return browser === undefined
      ? undefined
      : {
          companyId: readIdPart(companyId),
          employeeId: readIdPart(employeeId),
          linkVersion: readIdPart(linkVersion),
          browser,
        };
  };
  const isOf = (token: string, owner: PageOwner) => {
    const proof = read(token);
    return proof?.companyId === owner.companyId && proof.employeeId === owner.employeeId;
  };
  const othersIn = (cookie: string | undefined, owner: PageOwner) =>
    (cookie?.split(SEPARATOR) ?? []).filter((token) => read(token) && !isOf(token, owner));
  return {
    add: (cookie, owner) => {
      const others = othersIn(cookie, owner);
      const ids = [owner.companyId, owner.employeeId, owner.linkVersion].map(idPart);
      return [tokens.make([...ids, newToken()]), ...others].slice(0, MAX_PEOPLE).join(SEPARATOR);
    },
    remove: (cookie, owner) => othersIn(cookie, owner).join(SEPARATOR),
    find: (cookie, owner) => {
      const token = cookie?.split(SEPARATOR).find((each) => isOf(each, owner));
      const proof = token === undefined ? undefined : read(token);
      return proof?.linkVersion === owner.linkVersion ? proof.browser : undefined;
    },
  };
}
