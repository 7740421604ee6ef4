import { createHash, createHmac, hkdfSync } from 'node:crypto';

export const WALLETS = ['apple', 'google'] as const;
export type Wallet = (typeof WALLETS)[number];

export type WalletLinks = (companyId: number, ticketId: number) => Record<Wallet, string>;

interface SigningKey {
  id: string;
  key: Buffer;
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

/** Its own key for its own purpose: a token for a wallet never passes for anything else made from the same secret. */
function signingKey(secret: string): SigningKey {
  return {
    id: createHash('sha256').update(secret).digest('hex').slice(0, 8),
    key: Buffer.from(hkdfSync('sha256', secret, '', 'wallet-link', 32)),
  };
}

function token({ id, key }: SigningKey, companyId: number, ticketId: number, wallet: Wallet): string {
  const subject = `${companyId.toString(36)}.${ticketId.toString(36)}.${wallet}.${id}`;
  return `${subject}.${createHmac('sha256', key).update(subject).digest('base64url')}`;
}
