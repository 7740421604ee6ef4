import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createHmacOf } from './hmac.ts';

export interface DerivedTokens {
  make(parts: readonly string[]): string;
  /** The parts of a token of ours; undefined for anything else. */
  read(token: string): string[] | undefined;
}

interface SigningKey {
  id: string;
  hmacOf: (text: string) => string;
}

/**
 * Tokens that are derived from what they stand for, never stored: the parts and a key id, with an HMAC over them.
 * Every node that has the secret can make and check them. The newest secret signs; all of them verify, so that links
 * made before a secret was replaced keep working while it is still configured. Each purpose has a key of its own: a
 * token for one never passes for another.
 */
export function createTokens(purpose: string, secretKeys: readonly string[]): DerivedTokens {
  const keys = secretKeys.map((secret) => signingKey(purpose, secret));
  const [newest] = keys;
  if (!newest) throw new Error('derived tokens need a secret key');
  const byId = new Map(keys.map((key) => [key.id, key]));
  return {
    make: (parts) => sign(newest, parts),
    read: (token) => {
      const [id, ...parts] = token.split('.').slice(0, -1).reverse();
      const key = byId.get(id ?? '');
      // The whole token is made again and compared as text: there is one way to write it, and no part goes unchecked.
      return key && isEqual(sign(key, parts.reverse()), token) ? parts : undefined;
    },
  };
}

/** Ids are short and free of separators this way. */
export const idPart = (id: number): string => id.toString(36);
export const readIdPart = (part: string | undefined): number => Number.parseInt(part ?? '', 36);

function signingKey(purpose: string, secret: string): SigningKey {
  return {
    id: createHash('sha256').update(secret).digest('hex').slice(0, 8),
    hmacOf: createHmacOf(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  };
}

function sign({ id, hmacOf }: SigningKey, parts: readonly string[]): string {
  const subject = [...parts, id].join('.');
  return `${subject}.${hmacOf(subject)}`;
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
