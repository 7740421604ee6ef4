import { AppError } from '../../platform/errors.ts';
import { type PasskeyAnswer, webauthn } from './library.ts';
import type { StoredPasskey } from './passkeys-sql.ts';
import type { PasskeySite } from './site.ts';

interface Expected {
  site: PasskeySite;
  challenge: Buffer;
  passkey: StoredPasskey;
  /** Whether the passkey must have checked who uses it, by a PIN or a fingerprint. */
  verifiesUser: boolean;
}

/**
 * Checks the signature of a passkey, and returns its counter. Undefined: the answer is wrong. The caller compares the
 * counter under the lock of the passkey, so that two concurrent answers with the same counter do not both count.
 */
export async function checkAnswer(
  answer: PasskeyAnswer,
  { site, challenge, passkey, verifiesUser }: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn();
  const handle = answer.response.userHandle;
  if (handle !== undefined && !Buffer.from(handle, 'base64url').equals(passkey.handle)) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: verifiesUser,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        // The library would refuse a counter before it has checked the signature.
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for every part that is malformed or does not match.
    return undefined;
  }
}

export const passkeyRefused = () =>
  new AppError(
    'passkey-refused',
    'The passkey is not known here, or the answer came too late. Please try again.',
  );
