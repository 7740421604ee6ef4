import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';

export interface DerivedTokens {
  make(parts: readonly string[]): string;
  /** Returns the parts of a valid token, undefined for anything else. */
  read(token: string): string[] | undefined;
}

interface SigningKey {
  id: string;
  /** A key object: with the plain bytes, each HMAC takes several times as long. */
  key: KeyObject;
}

/**
 * Derived tokens are not stored: a token consists of its parts, a key id and an HMAC over both, so every node
 * that has the secret can create and verify it. The newest secret signs. All configured secrets verify, so
 * links survive a rotation. Each purpose has its own key: a token for one purpose is invalid for another.
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
      // The token is created again and compared as text. There is only one spelling, so every part is
      // verified.
      return key && isEqual(sign(key, parts.reverse()), token) ? parts : undefined;
    },
  };
}

/** Base 36 keeps ids short and free of separators. */
export const idPart = (id: number): string => id.toString(36);
export const readIdPart = (part: string | undefined): number => Number.parseInt(part ?? '', 36);

function signingKey(purpose: string, secret: string): SigningKey {
  return {
    id: createHash('sha256').update(secret).digest('hex').slice(0, 8),
    key: createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  };
}

function sign({ id, key }: SigningKey, parts: readonly string[]): string {
  const subject = [...parts, id].join('.');
  return `${subject}.${createHmac('sha256', key).update(subject).digest('base64url')}`;
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
