import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { beginSession } from '../begin-session.ts';
import type { KnownBrowser } from '../known-browser.ts';
import type { Client } from '../sessions-sql.ts';
import { countAddress, countChallenge, takeBackAddress } from '../throttle.ts';
import { digestOfToken, newToken } from '../token.ts';
import { takeChallenge } from './challenges-sql.ts';
import { passkeyRefused } from './check-answer.ts';
import type { PasskeyAnswer } from './library.ts';
import { findPasskey } from './passkeys-sql.ts';
import { provePasskey } from './prove-passkey.ts';
import { requestPasskey } from './request.ts';
import type { PasskeySite } from './site.ts';

/** The passkey replaces the password, so it must verify the user itself. */
const verifiesUser = true;

/** Begins a sign-in without a password. The token goes into the sign-in cookie. */
export async function requestSignIn(
  sql: Sql,
  site: PasskeySite,
  client: Client,
): Promise<{ token: string; options: PublicKeyCredentialRequestOptionsJSON }> {
  await countChallenge(sql, client.address);
  const token = newToken();
  const request = { token, purpose: 'sign-in', credentials: [], verifiesUser } as const;
  return { token, options: await requestPasskey(sql, site, request) };
}

export interface GivenAnswer {
  answer: PasskeyAnswer;
  /** Of the sign-in cookie. */
  token: string | undefined;
  client: Client;
  earlierToken: string | undefined;
  knownBrowser: KnownBrowser | undefined;
}

/** Finds the user by the passkey. Returns the session token. */
export async function signInWithPasskey(
  sql: Pool,
  site: PasskeySite,
  { answer, token, client, earlierToken, knownBrowser }: GivenAnswer,
): Promise<{ userId: number; token: string }> {
  const challenge = token && (await takeChallenge(sql, digestOfToken(token), 'sign-in'));
  const passkey = await findPasskey(sql, Buffer.from(answer.id, 'base64url'));
  const isKnown = passkey !== undefined && passkey.userId === knownBrowser?.userId;
  if (!isKnown) await countAddress(sql, client.address);
  // A passkey that is found without a user name must contain the user handle.
  if (!challenge || !passkey || answer.response.userHandle === undefined) throw passkeyRefused();
  const { userId, companyId } = passkey;
  const attempt = isKnown
    ? ({ on: 'known-browser', browser: knownBrowser.browser } as const)
    : ({ on: 'passkey', userId } as const);
  const proof = { site, challenge, answer, verifiesUser, attempt, client };
  const session = await provePasskey(sql, passkey, proof, (tx) =>
    beginSession(tx, { id: userId, companyId }, ['passkey'], { client, earlierToken }),
  );
  if (!isKnown) await takeBackAddress(sql, client.address);
  return { userId, token: session };
}
