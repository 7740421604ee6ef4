import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { beginSession } from '../begin-session.ts';
import { deleteSignIn, selectSignIn, type WaitingSignIn } from '../sign-ins-sql.ts';
import { countAddress, takeBackAddress } from '../throttle.ts';
import { digestOfToken } from '../token.ts';
import { takeChallenge } from './challenges-sql.ts';
import { passkeyRefused } from './check-answer.ts';
import { findPasskey, selectCredentials } from './passkeys-sql.ts';
import { provePasskey } from './prove-passkey.ts';
import { requestPasskey } from './request.ts';
import type { GivenAnswer } from './sign-in-with-passkey.ts';
import type { PasskeySite } from './site.ts';

/** The first factor has shown who it is, so that touching the passkey is enough. */
const verifiesUser = false;

/** Asks for a passkey of the user whose first factor was right. */
export async function requestSecondFactor(
  sql: Sql,
  site: PasskeySite,
  token: string | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { companyId, userId, token: held } = await requireWaiting(sql, token);
  const credentials = await selectCredentials(sql, companyId, userId);
  return await requestPasskey(sql, site, {
    token: held,
    purpose: 'second-factor',
    credentials,
    verifiesUser,
  });
}

/** Finishes a sign-in that waits for a passkey. Returns the session token. */
export async function giveSecondFactor(
  sql: Pool,
  site: PasskeySite,
  given: GivenAnswer,
): Promise<{ userId: number; token: string }> {
  const { answer, client, earlierToken, knownBrowser } = given;
  const waiting = await requireWaiting(sql, given.token);
  const { userId, companyId, firstFactor } = waiting;
  const digest = digestOfToken(waiting.token);
  const challenge = await takeChallenge(sql, digest, 'second-factor');
  const isKnown = userId === knownBrowser?.userId;
  if (!isKnown) await countAddress(sql, client.address);
  const passkey = await findPasskey(sql, Buffer.from(answer.id, 'base64url'));
  if (!challenge || passkey?.userId !== userId || passkey.companyId !== companyId) throw passkeyRefused();
  const attempt = isKnown
    ? ({ on: 'known-browser', browser: knownBrowser.browser } as const)
    : ({ on: 'passkey', userId } as const);
  const proof = { site, challenge, answer, verifiesUser, attempt, client };
  const token = await provePasskey(sql, passkey, proof, async (tx) => {
    // It ends with a new password or a removed user, also while the passkey was checked.
    if (!(await deleteSignIn(tx, digest))) throw expired();
    return await beginSession(tx, { id: userId, companyId }, [firstFactor, 'passkey'], {
      client,
      earlierToken,
    });
  });
  if (!isKnown) await takeBackAddress(sql, client.address);
  return { userId, token };
}

async function requireWaiting(
  sql: Sql,
  token: string | undefined,
): Promise<WaitingSignIn & { token: string }> {
  const waiting = token && (await selectSignIn(sql, digestOfToken(token)));
  if (!token || !waiting) throw expired();
  return { ...waiting, token };
}

const expired = () =>
  new AppError('sign-in-expired', 'The sign-in took too long or has ended. Please start again.');
