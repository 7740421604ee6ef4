import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';

const WALLETS = ['apple', 'google'] as const;
export type Wallet = (typeof WALLETS)[number];

export type WalletLinks = (companyId: number, ticketId: number) => Record<Wallet, string>;

/** What a token stands for, or undefined for anything that is not one of ours to the letter. */
export type ReadWalletToken = (
  token: string,
) => { companyId: number; ticketId: number; wallet: Wallet } | undefined;

interface SigningKey {
  id: string;
  key: KeyObject;
}

/**
 * A link's token is derived from what it stands for, never stored: company, ticket, wallet and key id, with an HMAC
 * over them. Every node that has the secret can make and check it, and the key id lets a secret be replaced.
 */
export function createWalletLinks(baseUrl: string, secretKeys: readonly string[]): WalletLinks {
  const [newest] = secretKeys.map(signingKey);
  if (!newest) throw new Error('wallet links need a secret key');
  return (companyId, ticketId) => ({
    apple: `${baseUrl}/wallet/${token(newest, companyId, ticketId, 'apple')}`,
    google: `${baseUrl}/wallet/${token(newest, companyId, ticketId, 'google')}`,
  });
}

const TOKEN =
  /^(?<company>[0-9a-z]{1,11})\.(?<ticket>[0-9a-z]{1,11})\.(?<wallet>apple|google)\.(?<key>[0-9a-f]{8})\.[\w-]{43}$/;

/** All secrets verify, so that links made before a secret was replaced keep working while it is still configured. */
export function createWalletTokenReader(secretKeys: readonly string[]): ReadWalletToken {
  const keys = new Map(secretKeys.map(signingKey).map((key) => [key.id, key]));
  return (given) => {
    const parts = TOKEN.exec(given)?.groups;
    const key = keys.get(parts?.['key'] ?? '');
    const wallet = WALLETS.find((each) => each === parts?.['wallet']);
    if (!parts || !key || !wallet) return undefined;
    const companyId = Number.parseInt(parts['company'] ?? '', 36);
    const ticketId = Number.parseInt(parts['ticket'] ?? '', 36);
    // The whole token is made again and compared as text: there is one way to write it, and no part goes unchecked.
    return isEqual(token(key, companyId, ticketId, wallet), given)
      ? { companyId, ticketId, wallet }
      : undefined;
  };
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Its own key for its own purpose: a token for a wallet never passes for anything else made from the same secret. */
function signingKey(secret: string): SigningKey {
  return {
    id: createHash('sha256').update(secret).digest('hex').slice(0, 8),
    // A key object: handed over as bytes, the key would be prepared anew for each token, which takes half of the time.
    key: createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'wallet-link', 32))),
  };
}

function token({ id, key }: SigningKey, companyId: number, ticketId: number, wallet: Wallet): string {
  const subject = `${companyId.toString(36)}.${ticketId.toString(36)}.${wallet}.${id}`;
  return `${subject}.${createHmac('sha256', key).update(subject).digest('base64url')}`;
}
