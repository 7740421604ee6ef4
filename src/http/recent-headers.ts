import { hash } from 'node:crypto';
import type { Verified, VerifiedKey } from '../api-keys/verify-key.ts';

/** More than the number of keys in use at one time. */
const MOST_REMEMBERED = 1_000;

export interface RecentHeaders {
  find(header: string | undefined): VerifiedKey | undefined;
  add(header: string | undefined, verified: Verified): void;
}

/**
 * The `Authorization` headers that were found good a moment ago, for as long as the key is trusted anyway: the same
 * header again means the same key. Only digests are kept and compared, so that neither the memory nor the time of a
 * comparison says anything about a password. Headers that were refused are not remembered.
 */
export function createRecentHeaders(): RecentHeaders {
  const recent = new Map<string, Verified>();
  return {
    find(header) {
      if (header === undefined || recent.size === 0) return undefined;
      const digest = digestOf(header);
      const verified = recent.get(digest);
      if (!verified) return undefined;
      if (verified.until > Date.now()) return verified.key;
      recent.delete(digest);
      return undefined;
    },
    add(header, verified) {
      if (header === undefined) return;
      if (recent.size >= MOST_REMEMBERED) recent.clear();
      recent.set(digestOf(header), verified);
    },
  };
}

/** As text it takes a third of the time that bytes take, which Node would allocate outside of its heap. */
function digestOf(header: string): string {
  return hash('sha256', header, 'base64');
}
