import { createTokens, idPart, readIdPart } from '../platform/links/derived-tokens.ts';
import { newToken } from './token.ts';

/** A browser in which a user has signed in before. */
export interface KnownBrowser {
  userId: number;
  browser: string;
}

export interface KnownBrowsers {
  /** Returns a token for a browser in which the user has just signed in. */
  make(userId: number): string;
  read(token: string | undefined): KnownBrowser | undefined;
}

/** The token proves nothing but an earlier sign-in: it only keeps strangers from locking the user out. */
export function createKnownBrowsers(secretKeys: readonly string[]): KnownBrowsers {
  const tokens = createTokens('portal-known-browser', secretKeys);
  return {
    make: (userId) => tokens.make([idPart(userId), newToken()]),
    read: (token) => {
      const [userId, browser] = (token && tokens.read(token)) || [];
      return browser === undefined ? undefined : { userId: readIdPart(userId), browser };
    },
  };
}
