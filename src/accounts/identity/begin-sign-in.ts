import { buildAuthorizationUrl, type Configuration, calculatePKCECodeChallenge } from 'openid-client';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import type { PortalSession } from '../sessions-sql.ts';
import { countAddress } from '../throttle.ts';
import { digestOfToken, newToken } from '../token.ts';
import { type Attempt, insertAttempt } from './attempts-sql.ts';
import type { Identity } from './connect.ts';
import { explainFailure } from './failures.ts';
import { type IdentityProvider, selectProvider, selectProviderByLink } from './providers-sql.ts';
import { RECENT_SECONDS } from './recent-sign-in.ts';
import { returnPath } from './return-path.ts';
import { derive } from './secret-of-attempt.ts';

export interface BegunSignIn {
  /** The page of the provider. */
  url: string;
  /** Binds the answer to the browser. */
  cookie: string;
}

export async function beginSignIn(
  sql: Sql,
  identity: Identity,
  given: { link: string; email: string | undefined; returnTo: string | undefined; address: string },
): Promise<BegunSignIn> {
  await countAddress(sql, given.address);
  const provider = await selectProviderByLink(sql, given.link);
  if (!provider) throw notFound();
  return await begin(sql, identity, provider, {
    attempt: {
      companyId: provider.companyId,
      returnPath: returnPath(given.returnTo),
      sessionDigest: null,
    },
    parameters: given.email ? { login_hint: given.email } : {},
  });
}

/**
 * Asks the provider instead of the password. `prompt` has the provider sign the person in again. A provider that ignores
 * it is bound by `max_age`, which also makes it send `auth_time`.
 */
export async function beginConfirmation(
  sql: Sql,
  identity: Identity,
  { companyId, email }: PortalSession,
  token: string,
): Promise<BegunSignIn> {
  const provider = await selectProvider(sql, companyId);
  if (!provider) throw notFound();
  return await begin(sql, identity, provider, {
    attempt: { companyId, returnPath: returnPath(undefined), sessionDigest: digestOfToken(token) },
    parameters: { login_hint: email, prompt: 'login', max_age: String(RECENT_SECONDS) },
  });
}

async function begin(
  sql: Sql,
  identity: Identity,
  provider: IdentityProvider,
  { attempt, parameters }: { attempt: Attempt; parameters: Record<string, string> },
): Promise<BegunSignIn> {
  const connection = await connectOrExplain(identity, provider);
  const secret = newToken();
  const url = buildAuthorizationUrl(connection, {
    ...parameters,
    redirect_uri: identity.redirectUri,
    scope: scopes(connection, provider),
    state: derive(secret, 'state'),
    nonce: derive(secret, 'nonce'),
    code_challenge: await calculatePKCECodeChallenge(derive(secret, 'code-verifier')),
    code_challenge_method: 'S256',
  });
  await insertAttempt(sql, digestOfToken(secret), attempt);
  return { url: url.href, cookie: identity.tokens.make([secret]) };
}

async function connectOrExplain(identity: Identity, provider: IdentityProvider): Promise<Configuration> {
  try {
    return await identity.slots.use(provider.companyId, () => identity.connect(provider));
  } catch (error) {
    throw explainFailure(error);
  }
}

/** Some providers send the role claim only with a scope of the same name. Asking for an unknown scope is an error. */
function scopes(connection: Configuration, { roleClaim }: IdentityProvider): string {
  const supported = connection.serverMetadata().scopes_supported ?? ['profile'];
  const wished = ['profile', ...(roleClaim === null ? [] : [roleClaim])];
  return ['openid', 'email', ...wished.filter((scope) => supported.includes(scope))].join(' ');
}
