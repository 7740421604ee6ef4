import { recordChange } from '../../domain/audit/record-change.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import { continueSignIn, type NextStep } from '../continue-sign-in.ts';
import { type Client, deleteSessionsOf, markConfirmed } from '../sessions-sql.ts';
import { takeBackAddress } from '../throttle.ts';
import { digestOfToken } from '../token.ts';
import { type Admission, admitPerson, type Refusal } from './admit-person.ts';
import { askProvider } from './ask-provider.ts';
import { type Attempt, takeAttempt } from './attempts-sql.ts';
import type { Identity } from './connect.ts';
import { isSessionOf } from './identities-sql.ts';
import { type Claims, judgeClaims, type PersonRefusal } from './judge-claims.ts';
import { type IdentityProvider, selectProvider } from './providers-sql.ts';
import { isRecentSignIn } from './recent-sign-in.ts';
import { derive } from './secret-of-attempt.ts';

interface ProviderAnswer {
  /** The query with which the provider has sent the browser back. */
  query: string;
  /** The cookie of the attempt. */
  cookie: string | undefined;
  client: Client;
  /** The browser's session. */
  sessionToken: string | undefined;
}

export type FinishedSignIn = (NextStep | { step: 'confirmed' }) & {
  /** The page of the portal to show now. */
  returnPath: string;
};

/** Finishes a sign-in or a confirmation with the provider's answer. */
export async function finishSignIn(
  sql: Pool,
  identity: Identity,
  given: ProviderAnswer,
): Promise<FinishedSignIn> {
  const query = new URLSearchParams(given.query);
  const { secret, attempt } = await openAttempt(sql, identity, query, given.cookie);
  const provider = await selectProvider(sql, attempt.companyId);
  if (!provider) throw refused('sign-in-over');
  const claims = await askProvider(identity, provider, { secret, query });
  const { returnPath, sessionDigest } = attempt;
  if (sessionDigest) {
    await confirm(sql, provider, claims, sessionDigest, given.sessionToken);
    return { step: 'confirmed', returnPath };
  }
  return { ...(await signInAs(sql, provider, claims, given)), returnPath };
}

/** An answer with another `state` does not use the attempt up: another site could send one to the browser. */
async function openAttempt(
  sql: Sql,
  { tokens }: Identity,
  query: URLSearchParams,
  cookie: string | undefined,
): Promise<{ secret: string; attempt: Attempt }> {
  const [secret] = (cookie && tokens.read(cookie)) || [];
  if (secret === undefined || query.get('state') !== derive(secret, 'state')) throw refused('sign-in-over');
  const attempt = await takeAttempt(sql, digestOfToken(secret));
  if (!attempt) throw refused('sign-in-over');
  return { secret, attempt };
}

async function signInAs(
  sql: Pool,
  { companyId }: IdentityProvider,
  claims: Claims,
  { client, sessionToken }: ProviderAnswer,
): Promise<NextStep> {
  // A refusal is committed: it is audited, and may end sessions.
  const result = await sql.begin(async (tx): Promise<NextStep | { refusal: PersonRefusal }> => {
    // Read again: the settings may have changed while the provider was asked.
    const provider = await selectProvider(tx, companyId);
    if (!provider) return { refusal: 'sign-in-over' };
    const person = judgeClaims(claims, provider);
    const admitted: Admission = 'refusal' in person ? person : await admitPerson(tx, provider, person);
    if ('refusal' in admitted) {
      const { refusal, userId } = admitted;
      if (refusal === 'no-role' && userId !== undefined) await deleteSessionsOf(tx, companyId, userId);
      await recordRefusal(tx, companyId, client, admitted);
      return { refusal };
    }
    const user = { id: admitted.userId, companyId, isRecent: isRecentSignIn(claims) };
    return await continueSignIn(tx, user, 'identity-provider', { client, earlierToken: sessionToken });
  });
  if ('refusal' in result) throw refused(result.refusal);
  await takeBackAddress(sql, client.address);
  return result;
}

async function recordRefusal(
  sql: Sql,
  companyId: number,
  client: Client,
  { refusal: reason, userId }: Refusal,
): Promise<void> {
  await recordChange(sql, companyId, {
    actor: { type: 'system' },
    action: 'sign-in-failed',
    subject: userId === undefined ? { type: 'company', id: companyId } : { type: 'portal-user', id: userId },
    details: { ...client, factors: ['identity-provider'], reason },
  });
}

async function confirm(
  sql: Sql,
  { companyId, issuer }: IdentityProvider,
  claims: Claims,
  sessionDigest: Buffer,
  sessionToken: string | undefined,
): Promise<void> {
  const isThisSession = sessionToken !== undefined && digestOfToken(sessionToken).equals(sessionDigest);
  if (!isThisSession) throw refused('sign-in-over');
  if (!(await isSessionOf(sql, companyId, sessionDigest, { issuer, subject: String(claims['sub']) })))
    throw refused('other-user');
  if (!isRecentSignIn(claims)) throw refused('sign-in-not-recent');
  await markConfirmed(sql, sessionDigest);
}
