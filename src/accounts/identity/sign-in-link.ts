import type { IdentityProvider } from './providers-sql.ts';

/** The page to which the provider returns. It has to be registered at the provider. */
export function redirectUri(baseUrl: string): string {
  return `${baseUrl}/portal/signed-in`;
}

/** The page on which a company's people sign in. It leads to the provider at once. */
export function signInLink(baseUrl: string, { link }: Pick<IdentityProvider, 'link'>): string {
  return `${baseUrl}/portal/sign-in/${link}`;
}
