import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { freePort } from '../../pure/support/free-port.ts';

export const CLIENT = { clientId: 'portal', clientSecret: 'a secret of the provider, 32 bytes' };

type Claims = Record<string, unknown>;

export interface TestProvider {
  issuer: string;
  /** What the provider says about each account. A test may change it. */
  accounts: Map<string, Claims>;
  /** Requests that have arrived, as `GET /path`. */
  requests: string[];
  /** Signs in with the account as a browser does. Returns the query of the page to which the provider returns. */
  signIn(url: string, account: string): Promise<string>;
}

interface Options {
  redirectUri: string;
  /** Claims are in the ID token, or only in the user info. */
  claimsIn?: 'id-token' | 'user-info';
  /** Browsers treat `localhost` and `127.0.0.1` as two sites. */
  host?: '127.0.0.1' | 'localhost';
  more?: Configuration;
}

/** Starts a real OpenID provider on this machine. Its sign-in page accepts every account without a password. */
export async function startProvider({
  redirectUri,
  claimsIn = 'id-token',
  host = '127.0.0.1',
  more = {},
}: Options): Promise<TestProvider> {
  const port = await freePort();
  const issuer = `http://${host}:${port}`;
  const accounts = new Map<string, Claims>();
  const requests: string[] = [];
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        // As Keycloak does: every answer says when the person signed in.
        require_auth_time: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['only for tests'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { email: ['email', 'email_verified', 'xms_edov'], groups: ['groups'], profile: ['name'] },
    conformIdTokenClaims: claimsIn === 'user-info',
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
    // Nobody is asked whether the portal may know the claims.
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      const clientId = oidc.client?.clientId;
      if (!accountId || !clientId) return undefined;
      const grant = new oidc.provider.Grant({ accountId, clientId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
    ...more,
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response);
    else void answer(request, response);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { issuer, accounts, requests, signIn: (url, account) => signIn(url, account, redirectUri) };
}

const PAGE = `<!doctype html><html lang="en"><title>Provider</title><h1>Sign in at the provider</h1>
<form method="post"><label>Account <input name="account" required></label>
<button>Continue</button><button name="cancel" value="yes" formnovalidate>Cancel</button></form></html>`;

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'the person has cancelled' }
    : { login: { accountId: form.get('account') ?? '' } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function signIn(url: string, account: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = url;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 10; steps++) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    if (location) {
      next = new URL(location, next).href;
      if (next.startsWith(`${redirectUri}?`)) return new URL(next).search;
      form = undefined;
    } else if (answer.ok && next.includes('/interaction/')) form = new URLSearchParams({ account });
    else throw new Error(`the provider does not sign in: ${answer.status} ${await answer.text()}`);
  }
  throw new Error('the provider does not come to an end');
}
