import { ClientError, type Configuration, genericGrantRequest } from 'openid-client';
import { AppError } from '../../platform/errors.ts';
import { OUTGOING_PROBLEMS } from '../../platform/outgoing/outgoing-error.ts';
import { type Client, type Identity, openSecret } from './connect.ts';
import { outgoingError, rejectsClient } from './failures.ts';
import type { IdentityProvider } from './providers-sql.ts';

/** In this order; each one needs the one before. */
export const CHECKS = ['discovery', 'keys', 'client'] as const;
type Check = (typeof CHECKS)[number];

export const PROBLEMS = [
  ...OUTGOING_PROBLEMS,
  'no-document',
  'other-issuer',
  'answer-invalid',
  'no-keys',
  'client-rejected',
  'secret-unreadable',
] as const;
export type ProviderProblem = (typeof PROBLEMS)[number];

export const RESULTS = ['fine', 'failed', 'not-checked'] as const;

export interface CheckResult {
  check: Check;
  result: (typeof RESULTS)[number];
  problem: ProviderProblem | null;
}

/** Without a secret, the stored one is used if it belongs to this issuer and client. */
export type TestedClient = Omit<Client, 'clientSecret'> & { clientSecret?: string | undefined };

/**
 * Reads the provider's configuration and its keys. Then asks for tokens with a code that nobody has issued: a provider
 * that accepts the client refuses the code, another one refuses the client.
 */
export async function testProvider(
  identity: Identity,
  given: TestedClient,
  stored: IdentityProvider | undefined,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  try {
    const secret = secretFor(identity, given, stored);
    // Without a secret the client is not checked, so no request has this one.
    const connection = await identity.connectAnew({ ...given, clientSecret: secret ?? 'unknown' });
    results.push(fine('discovery'));
    await checkKeys(identity, connection);
    results.push(fine('keys'));
    if (secret !== undefined) {
      await checkClient(identity, connection);
      results.push(fine('client'));
    }
  } catch (error) {
    const check = CHECKS[results.length];
    if (check) results.push({ check, result: 'failed', problem: problemOf(error) });
  }
  const open = CHECKS.slice(results.length);
  return [...results, ...open.map((check) => ({ check, result: 'not-checked' as const, problem: null }))];
}

const fine = (check: Check): CheckResult => ({ check, result: 'fine', problem: null });

/** The stored secret goes to its own issuer only: an admin could otherwise read it at another one. */
function secretFor(
  { seal }: Identity,
  { issuer, clientId, clientSecret }: TestedClient,
  stored: IdentityProvider | undefined,
): string | undefined {
  if (clientSecret !== undefined) return clientSecret;
  if (stored?.issuer !== issuer || stored.clientId !== clientId) return undefined;
  return openSecret(seal, stored);
}

class NoKeys extends Error {}

async function checkKeys({ fetch }: Identity, connection: Configuration): Promise<void> {
  const answer = await fetch(connection.serverMetadata().jwks_uri ?? '', {
    headers: { accept: 'application/json' },
  });
  const body: unknown = answer.ok ? await answer.json().catch(() => null) : null;
  const keys = typeof body === 'object' && body !== null && 'keys' in body ? body.keys : undefined;
  if (!Array.isArray(keys) || keys.length === 0) throw new NoKeys('the provider has no keys');
}

async function checkClient({ redirectUri }: Identity, connection: Configuration): Promise<void> {
  try {
    await genericGrantRequest(connection, 'authorization_code', {
      code: 'test-of-the-connection',
      redirect_uri: redirectUri,
      code_verifier: 'test-of-the-connection-test-of-the-connection',
    });
  } catch (error) {
    // Another refusal, such as `invalid_grant`, is about the code.
    if (rejectsClient(error) || outgoingError(error)) throw error;
  }
}

function problemOf(error: unknown): ProviderProblem {
  const outgoing = outgoingError(error);
  if (outgoing) return outgoing.problem;
  if (error instanceof NoKeys) return 'no-keys';
  if (rejectsClient(error)) return 'client-rejected';
  if (error instanceof AppError) {
    if (error.details.reason === 'provider-names-other-issuer') return 'other-issuer';
    if (error.details.reason === 'client-secret-unreadable') return 'secret-unreadable';
  }
  if (error instanceof ClientError && error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return 'no-document';
  if (error instanceof ClientError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return 'other-issuer';
  return 'answer-invalid';
}
