import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { recordChange } from '../../domain/audit/record-change.ts';
import type { Pool, Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import type { PortalSession } from '../sessions-sql.ts';
import { digestOfToken } from '../token.ts';
import { CHALLENGE_SECONDS, makeChallenge, takeChallenge } from './challenges-sql.ts';
import { passkeyRefused } from './check-answer.ts';
import { type CreatedPasskey, webauthn } from './library.ts';
import { insertPasskey, lockUser, selectCredentials } from './passkeys-sql.ts';
import { describeCredential } from './request.ts';
import type { PasskeySite } from './site.ts';

const MAX_PASSKEYS = 20;
/** EdDSA, ES256 and RS256, which all devices know. The library's default tries what Node calls experimental. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Makes a challenge for the session, and what the browser needs to create a passkey. */
export async function requestNewPasskey(
  tx: Transaction,
  { rpId }: PasskeySite,
  { companyId, companyName, userId, email }: PortalSession,
  token: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn();
  const user = await lockUser(tx, companyId, userId);
  if (!user) throw notFound();
  const credentials = await selectCredentials(tx, companyId, userId);
  if (credentials.length >= MAX_PASSKEYS) throw refused('too-many-passkeys');
  const challenge = await makeChallenge(tx, digestOfToken(token), 'registration');
  // Browsers list passkeys by this name: a person may have one for each of several companies.
  const userName = `${email} (${companyName})`;
  return await generateRegistrationOptions({
    rpName: 'Transit',
    rpID: rpId,
    userID: new Uint8Array(user.handle),
    userName,
    userDisplayName: userName,
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: credentials.map(describeCredential),
    // Keys that store no passkeys, or cannot verify the user, still serve after a password.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** Stores a passkey that the browser has created. Returns its id. */
export async function addPasskey(
  sql: Pool,
  site: PasskeySite,
  { companyId, userId }: PortalSession,
  { token, name, answer }: { token: string; name: string; answer: CreatedPasskey },
): Promise<number> {
  // Taken before the transaction: a challenge is used even if storing fails.
  const challenge = await takeChallenge(sql, digestOfToken(token), 'registration');
  const made = challenge && (await readNewPasskey(answer, site, challenge));
  if (!made) throw passkeyRefused();
  return await sql.begin(async (tx) => {
    if (!(await lockUser(tx, companyId, userId))) throw notFound();
    if ((await selectCredentials(tx, companyId, userId)).length >= MAX_PASSKEYS)
      throw refused('too-many-passkeys');
    const id = await insertPasskey(tx, companyId, userId, { ...made, name });
    if (id === undefined) throw refused('passkey-known');
    await recordChange(tx, companyId, {
      actor: { type: 'portal-user', id: userId },
      action: 'passkey-added',
      subject: { type: 'portal-user', id: userId },
      details: { passkeyId: id },
    });
    return id;
  });
}

/** Checks a new passkey. Undefined: it is malformed, or does not answer the challenge. */
async function readNewPasskey(answer: CreatedPasskey, site: PasskeySite, challenge: Buffer) {
  const { verifyRegistrationResponse } = await webauthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports,
    };
  } catch {
    // The library throws for every part that is malformed or does not match.
    return undefined;
  }
}
