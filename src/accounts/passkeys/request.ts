import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Sql } from '../../platform/db/types.ts';
import { digestOfToken } from '../token.ts';
import { CHALLENGE_SECONDS, makeChallenge, type Purpose } from './challenges-sql.ts';
import { webauthn } from './library.ts';
import type { Credential } from './passkeys-sql.ts';
import type { PasskeySite } from './site.ts';

/** Makes a challenge for the cookie, and what the browser needs to ask a passkey for the answer. */
export async function requestPasskey(
  sql: Sql,
  { rpId }: PasskeySite,
  request: { token: string; purpose: Purpose; credentials: readonly Credential[]; verifiesUser: boolean },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await makeChallenge(sql, digestOfToken(request.token), request.purpose);
  const { generateAuthenticationOptions } = await webauthn();
  return await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: request.verifiesUser ? 'required' : 'preferred',
    allowCredentials: request.credentials.map(describeCredential),
  });
}

export function describeCredential({ credentialId, transports }: Credential) {
  return { id: credentialId.toString('base64url'), transports };
}
