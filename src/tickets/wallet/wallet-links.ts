import { createTokens, idPart, readIdPart } from '../../platform/links/derived-tokens.ts';

const WALLETS = ['apple', 'google'] as const;
export type Wallet = (typeof WALLETS)[number];

export type WalletLinks = (companyId: number, ticketId: number) => Record<Wallet, string>;

/** Returns the content of a token, or undefined for a token that we did not issue. */
export type ReadWalletToken = (
  token: string,
) => { companyId: number; ticketId: number; wallet: Wallet } | undefined;

const PURPOSE = 'wallet-link';

export function createWalletLinks(baseUrl: string, secretKeys: readonly string[]): WalletLinks {
  const tokens = createTokens(PURPOSE, secretKeys);
  const link = (companyId: number, ticketId: number, wallet: Wallet) =>
    `${baseUrl}/wallet/${tokens.make([idPart(companyId), idPart(ticketId), wallet])}`;
  return (companyId, ticketId) => ({
    apple: link(companyId, ticketId, 'apple'),
    google: link(companyId, ticketId, 'google'),
  });
}

export function createWalletTokenReader(secretKeys: readonly string[]): ReadWalletToken {
  const tokens = createTokens(PURPOSE, secretKeys);
  return (token) => {
    const [company, ticket, name] = tokens.read(token) ?? [];
    const wallet = WALLETS.find((each) => each === name);
    return wallet && { companyId: readIdPart(company), ticketId: readIdPart(ticket), wallet };
  };
}
