import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import forge from 'node-forge';
import type { Config } from '../../platform/config/config.ts';
import type { ApplePassConfig, GoogleWalletConfig } from '../../platform/config/wallet.ts';
import { makeOnce } from '../../platform/files/make-once.ts';
import { nativeSigner } from './sign-manifest.ts';

/** Signs specimen passes where no real certificates are configured. No phone trusts these certificates. */
export interface SpecimenIdentity {
  apple: ApplePassConfig;
  google: GoogleWalletConfig;
}

const PASS_TYPE_ID = 'pass.invalid.transit-ticket-service.specimen';
const TEAM_ID = 'SPECIMEN00';
const YEARS = 10;

interface Stored {
  issuer: string;
  certificate: string;
  key: string;
  googleKey: string;
}

/**
 * Created on first use, because three RSA keys take some tenths of a second. With the embedded database the
 * identity is stored beside it. Nodes on a PostgreSQL server share no folder, so each keeps its own in
 * memory, which is sufficient for specimens.
 */
export function createSpecimenIdentity(config: Config): () => Promise<SpecimenIdentity> {
  let made: Promise<SpecimenIdentity> | undefined;
  return () => {
    made ??= (config.databaseUrl ? makeIdentity() : keptIdentity(config.dataDir)).then(toIdentity);
    // Retry at the next request: a full disk may have space again.
    made.catch(() => {
      made = undefined;
    });
    return made;
  };
}

async function keptIdentity(dataDir: string): Promise<Stored> {
  const file = join(dataDir, 'secrets', 'specimen-certificates.json');
  return JSON.parse(await makeOnce(file, async () => `${JSON.stringify(await makeIdentity(), null, 2)}\n`));
}

function toIdentity({ issuer, certificate, key, googleKey }: Stored): SpecimenIdentity {
  return {
    apple: {
      issuer: new X509Certificate(issuer),
      certificate: new X509Certificate(certificate),
      key: createPrivateKey(key),
      passTypeId: PASS_TYPE_ID,
      teamId: TEAM_ID,
    },
    google: {
      issuerId: '0',
      serviceAccount: 'specimen@transit-ticket-service.invalid',
      keyId: undefined,
      key: createPrivateKey(googleKey),
    },
  };
}

/** The issuer's private key is discarded: it never signs another certificate. */
async function makeIdentity(): Promise<Stored> {
  const [authority, pass, google] = await Promise.all([newKey(), newKey(), newKey()]);
  const authorityName = [{ name: 'commonName', value: 'Specimen Authority, not Apple' }];
  const issuer = newCertificate(authority, authorityName, authority, authorityName, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ]);
  const passName = [
    { type: '0.9.2342.19200300.100.1.1', value: PASS_TYPE_ID },
    { name: 'commonName', value: `Pass Type ID: ${PASS_TYPE_ID}` },
    { name: 'organizationalUnitName', value: TEAM_ID },
  ];
  const certificate = newCertificate(pass, passName, authority, authorityName, [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'extKeyUsage', emailProtection: true },
  ]);
  return { issuer, certificate, key: toPem(pass), googleKey: toPem(google) };
}

async function newKey(): Promise<KeyObject> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey;
}

function toPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function newCertificate(
  key: KeyObject,
  subject: forge.pki.CertificateField[],
  issuerKey: KeyObject,
  issuer: forge.pki.CertificateField[],
  extensions: object[],
): string {
  const certificate = forge.pki.createCertificate();
  const { n, e } = nativeSigner(key);
  certificate.publicKey = forge.pki.setRsaPublicKey(n, e);
  // A leading zero bit keeps the serial number positive.
  certificate.serialNumber = `0${randomBytes(16).toString('hex').slice(1)}`;
  certificate.validity.notBefore = new Date(Date.now() - 24 * 60 * 60 * 1000);
  certificate.validity.notAfter = new Date();
  certificate.validity.notAfter.setFullYear(certificate.validity.notAfter.getFullYear() + YEARS);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  certificate.setExtensions(extensions);
  certificate.sign(nativeSigner(issuerKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}
