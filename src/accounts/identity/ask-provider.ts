import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import { refused } from '../../platform/refusals.ts';
import type { Identity } from './connect.ts';
import { explainFailure } from './failures.ts';
import type { Claims } from './judge-claims.ts';
import type { IdentityProvider } from './providers-sql.ts';
import { derive } from './secret-of-attempt.ts';
import { hasUtf8Claims } from './utf8-answers.ts';

interface Answer {
  secret: string;
  query: URLSearchParams;
}

/** Exchanges the code of the provider's answer for what the provider says about the person. */
export async function askProvider(
  identity: Identity,
  provider: IdentityProvider,
  answer: Answer,
): Promise<Claims> {
  return await identity.slots.use(provider.companyId, () => exchangeCode(identity, provider, answer));
}

async function exchangeCode(
  identity: Identity,
  provider: IdentityProvider,
  { secret, query }: Answer,
): Promise<Claims> {
  try {
    const connection = await identity.connect(provider);
    const answer = new URL(identity.redirectUri);
    answer.search = query.toString();
    const tokens = await authorizationCodeGrant(connection, answer, {
      expectedState: derive(secret, 'state'),
      expectedNonce: derive(secret, 'nonce'),
      pkceCodeVerifier: derive(secret, 'code-verifier'),
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the library has accepted an answer without an ID token');
    if (!hasUtf8Claims(tokens.id_token ?? '')) throw refused('provider-answer-invalid');
    return await complete(connection, provider, tokens.access_token, claims);
  } catch (error) {
    throw explainFailure(error);
  }
}

/** Many providers put the e-mail address or groups into the user info instead of the ID token. */
async function complete(
  connection: Configuration,
  { roleClaim }: IdentityProvider,
  accessToken: string,
  claims: Claims & { sub: string },
): Promise<Claims> {
  const needed = ['email', ...(claims['xms_edov'] === undefined ? ['email_verified'] : []), roleClaim];
  const isComplete = needed.every((name) => name === null || claims[name] !== undefined);
  if (isComplete || !connection.serverMetadata().userinfo_endpoint) return claims;
  return { ...(await fetchUserInfo(connection, accessToken, claims.sub)), ...claims };
}
