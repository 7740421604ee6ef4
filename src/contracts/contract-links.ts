import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_TO_ANSWER = 60;

/** What a token stands for. */
export interface ContractSubject {
  companyId: number;
  offerId: number;
  expiresAt: Date;
}

/** Undefined for anything that is not one of ours to the letter. One that has expired is still told apart from that. */
export type ReadContractToken = (token: string) => ContractSubject | undefined;

interface SigningKey {
  id: string;
  key: KeyObject;
}

/**
 * The address at which an employee answers an offer. Its token is derived like those of wallet links, never stored:
 * company, offer, last day and key id, with an HMAC over them. The last day follows from when the offer was made, so
 * that the same link can be made again at any time, by every node.
 */
export function contractLink(baseUrl: string, secretKeys: readonly string[]) {
  const [newest] = secretKeys.map(signingKey);
  if (!newest) throw new Error('contract links need a secret key');
  return (offer: { companyId: number; id: number; createdAt: Date }): string =>
    `${baseUrl}/contracts/${token(newest, offer.companyId, offer.id, dayAfterLast(offer.createdAt))}`;
}

const TOKEN =
  /^(?<company>[0-9a-z]{1,11})\.(?<offer>[0-9a-z]{1,11})\.(?<day>[0-9a-z]{1,5})\.(?<key>[0-9a-f]{8})\.[\w-]{43}$/;

/** All secrets verify, so that links made before a secret was replaced keep working while it is still configured. */
export function createContractTokenReader(secretKeys: readonly string[]): ReadContractToken {
  const keys = new Map(secretKeys.map(signingKey).map((key) => [key.id, key]));
  return (given) => {
    const parts = TOKEN.exec(given)?.groups;
    const key = keys.get(parts?.['key'] ?? '');
    if (!parts || !key) return undefined;
    const companyId = Number.parseInt(parts['company'] ?? '', 36);
    const offerId = Number.parseInt(parts['offer'] ?? '', 36);
    const day = Number.parseInt(parts['day'] ?? '', 36);
    // The whole token is made again and compared as text: there is one way to write it, and no part goes unchecked.
    return isEqual(token(key, companyId, offerId, day), given)
      ? { companyId, offerId, expiresAt: new Date(day * DAY_MS) }
      : undefined;
  };
}

/** Counted from 1970. Whole days in UTC: the last one is not cut short. */
function dayAfterLast(offeredAt: Date): number {
  return Math.floor(offeredAt.getTime() / DAY_MS) + DAYS_TO_ANSWER + 1;
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Its own key for its own purpose: a token for a contract never passes for anything else made from the same secret. */
function signingKey(secret: string): SigningKey {
  return {
    id: createHash('sha256').update(secret).digest('hex').slice(0, 8),
    key: createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'contract-link', 32))),
  };
}

function token({ id, key }: SigningKey, companyId: number, offerId: number, day: number): string {
  const subject = `${companyId.toString(36)}.${offerId.toString(36)}.${day.toString(36)}.${id}`;
  return `${subject}.${createHmac('sha256', key).update(subject).digest('base64url')}`;
}
