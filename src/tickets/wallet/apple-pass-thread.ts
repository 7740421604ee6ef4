import type { ApplePassConfig } from '../../platform/config/wallet.ts';
import { buildApplePass, type PassIssuer, type Renewal } from './apple-pass.ts';
import { createManifestSigner } from './sign-manifest.ts';
import type { PassTicket, VoidPass } from './wallet-sql.ts';

/** By the fingerprint of the certificate: a thread gets a copy of the identity with each task. */
const issuers = new Map<string, PassIssuer>();

/** Runs in a thread of the pool. */
export default async function makeApplePass({
  shown,
  identity,
  isSpecimen,
  renewal,
}: {
  shown: PassTicket | VoidPass;
  identity: ApplePassConfig;
  isSpecimen: boolean;
  renewal?: Renewal;
}): Promise<Uint8Array> {
  return buildApplePass(shown, issuerOf(identity), isSpecimen, renewal);
}

function issuerOf(identity: ApplePassConfig): PassIssuer {
  const fingerprint = identity.certificate.fingerprint256;
  const issuer = issuers.get(fingerprint) ?? {
    passTypeId: identity.passTypeId,
    teamId: identity.teamId,
    sign: createManifestSigner(identity),
  };
  issuers.set(fingerprint, issuer);
  return issuer;
}
