import { createTokens, idPart, readIdPart } from '../../platform/links/derived-tokens.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';

const WALLETS = ['apple', 'google'] as const;
export type Wallet = (typeof WALLETS)[number];

/** The links of a single month's ticket. Those that were handed out keep working until the month is over. */
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

/** The links of a person's pass, which renews itself. They end with the person's other links (docs/employee-page.md). */
export type PassLinks = (owner: PageOwner) => Record<Wallet, string>;

/** Undefined for a token that we did not issue. Whether the version is still the person's is for the caller to check. */
export type ReadPassToken = (token: string) => (PageOwner & { wallet: Wallet }) | undefined;

const PASS_PURPOSE = 'wallet-pass';

export function createPassLinks(baseUrl: string, secretKeys: readonly string[]): PassLinks {
  const tokens = createTokens(PASS_PURPOSE, secretKeys);
  return ({ companyId, employeeId, linkVersion }) => {
    const parts = [companyId, employeeId, linkVersion].map(idPart);
    const link = (wallet: Wallet) => `${baseUrl}/wallet/${tokens.make([...parts, wallet])}`;
    return { apple: link('apple'), google: link('google') };
  };
}

export function createPassTokenReader(secretKeys: readonly string[]): ReadPassToken {
  const tokens = createTokens(PASS_PURPOSE, secretKeys);
  return (token) => {
    const [companyId, employeeId, linkVersion, name] = tokens.read(token) ?? [];
    const wallet = WALLETS.find((each) => each === name);
    if (!wallet) return undefined;
    return {
      companyId: readIdPart(companyId),
      employeeId: readIdPart(employeeId),
      linkVersion: readIdPart(linkVersion),
      wallet,
    };
  };
}
