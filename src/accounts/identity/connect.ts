import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import type { Environment } from '../../platform/config/config.ts';
import { OUTGOING, SLOTS } from '../../platform/limits.ts';
import { createTokens, type DerivedTokens } from '../../platform/links/derived-tokens.ts';
import { identityProviderRule } from '../../platform/outgoing/address-rules.ts';
import { createOutgoingFetch, type OutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import { createHostResolver } from '../../platform/outgoing/resolve-host.ts';
import { refused } from '../../platform/refusals.ts';
import { createSeal, type Seal } from '../../platform/seal.ts';
import { Slots } from '../../platform/slots.ts';
import type { IdentityProvider } from './providers-sql.ts';
import { redirectUri } from './sign-in-link.ts';
import { onlyUtf8 } from './utf8-answers.ts';

const CLOCK_TOLERANCE_SECONDS = 60;

/** How long and for how many companies the result of a discovery is kept. */
const KEPT_MS = 10 * 60 * 1000;
const MAX_KEPT = 100;

/** Dependencies of sign-in through identity providers, besides the database. */
export interface Identity {
  environment: Environment;
  /** The provider returns to this page. */
  redirectUri: string;
  seal: Seal;
  /** For the cookie that binds a sign-in to its browser. */
  tokens: DerivedTokens;
  /** Sign-ins that wait for a provider. */
  slots: Slots;
  /** Connects to the provider, or to the one of a recent sign-in. */
  connect(provider: IdentityProvider): Promise<Configuration>;
  /** Connects anew, with a secret that need not be stored yet. */
  connectAnew(client: Client): Promise<Configuration>;
  fetch: OutgoingFetch;
}

export interface Client {
  issuer: string;
  clientId: string;
  /** In plain text. */
  clientSecret: string;
}

export function createIdentity(options: {
  environment: Environment;
  baseUrl: string;
  secretKeys: readonly string[];
  dnsServers?: readonly string[] | undefined;
}): Identity {
  const { environment, baseUrl, secretKeys, dnsServers: servers } = options;
  const fetch = onlyUtf8(
    createOutgoingFetch(
      identityProviderRule(environment),
      OUTGOING.identityProviders,
      createHostResolver({ servers }),
    ),
  );
  const seal = createSeal('identity-provider', secretKeys);
  const connectAnew = (client: Client) => connectTo(client, environment, fetch);
  return {
    environment,
    redirectUri: redirectUri(baseUrl),
    seal,
    tokens: createTokens('identity-attempt', secretKeys),
    slots: new Slots(SLOTS.identitySignIns),
    fetch,
    connectAnew,
    connect: keepConnections((provider) =>
      connectAnew({ ...provider, clientSecret: openSecret(seal, provider) }),
    ),
  };
}

export function openSecret(
  seal: Seal,
  { companyId, clientSecret }: Pick<IdentityProvider, 'companyId' | 'clientSecret'>,
): string {
  const secret = seal.open(clientSecret, secretContext(companyId));
  if (secret === undefined) throw refused('client-secret-unreadable');
  return secret;
}

/** A secret that is copied to the row of another company cannot be opened. */
export function secretContext(companyId: number): string {
  return `company ${companyId}`;
}

async function connectTo(
  { issuer, clientId, clientSecret }: Client,
  environment: Environment,
  fetch: OutgoingFetch,
): Promise<Configuration> {
  const isPlain = environment === 'staging' && issuer.startsWith('http:');
  const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
    [customFetch]: fetch,
    timeout: OUTGOING.identityProviders.seconds,
    ...(isPlain && { execute: [allowInsecureRequests] }),
  });
  const server = found.serverMetadata();
  requireSuitable(server, issuer, isPlain);
  const connection = new Configuration(
    server,
    clientId,
    { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authentication(server, clientSecret),
  );
  connection[customFetch] = fetch;
  connection.timeout = OUTGOING.identityProviders.seconds;
  if (isPlain) allowInsecureRequests(connection);
  // The signature of the ID token is checked although the token comes from the provider directly.
  enableNonRepudiationChecks(connection);
  return connection;
}

/**
 * The library accepts any tenant of Microsoft for the issuer `common`; we accept the configured issuer only. The browser
 * is sent to the authorization endpoint, so that must be an address of the web.
 */
function requireSuitable(server: ServerMetadata, issuer: string, isPlain: boolean): void {
  if (new URL(server.issuer).href !== new URL(issuer).href) throw refused('provider-names-other-issuer');
  const { authorization_endpoint: authorization = '', token_endpoint: token, jwks_uri: keys } = server;
  if (!token || !keys || !URL.canParse(authorization)) throw refused('provider-answer-invalid');
  const { protocol } = new URL(authorization);
  if (protocol !== 'https:' && !(isPlain && protocol === 'http:')) throw refused('provider-answer-invalid');
}

/** Basic is what the specification assumes if the provider says nothing. */
function authentication(server: ServerMetadata, secret: string): ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (methods.includes('client_secret_basic')) return ClientSecretBasic(secret);
  if (methods.includes('client_secret_post')) return ClientSecretPost(secret);
  throw refused('provider-answer-invalid');
}

/** A failure is not kept: the next sign-in tries again. */
function keepConnections(
  connect: (provider: IdentityProvider) => Promise<Configuration>,
): Identity['connect'] {
  const kept = new Map<number, { settings: string; until: number; connection: Promise<Configuration> }>();
  return async (provider) => {
    const { companyId } = provider;
    const settings = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret]);
    const known = kept.get(companyId);
    if (known && known.settings === settings && known.until > Date.now()) return await known.connection;
    const connection = connect(provider);
    kept.delete(companyId);
    kept.set(companyId, { settings, until: Date.now() + KEPT_MS, connection });
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    try {
      return await connection;
    } catch (error) {
      if (kept.get(companyId)?.connection === connection) kept.delete(companyId);
      throw error;
    }
  };
}
