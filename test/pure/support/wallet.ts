import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import bwip from 'bwip-js';
import forge from 'node-forge';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { nativeSigner } from '../../../src/tickets/wallet/sign-manifest.ts';
import type { PassTicket } from '../../../src/tickets/wallet/wallet-sql.ts';

/** Returns a November ticket of a person in Berlin, with the given changes. */
export function ticketWith(changes: Partial<PassTicket> = {}): PassTicket {
  return {
    id: 12,
    month: '2026-11-01',
    validFrom: '2026-11-01',
    validUntil: '2026-11-30',
    startsAt: new Date('2026-10-31T23:00:00Z'),
    expiresAt: new Date('2026-12-01T02:00:00Z'),
    startsOffset: 3600,
    expiresOffset: 3600,
    isVoid: false,
    isOver: false,
    firstName: 'Ada',
    lastName: 'Lovelace',
    companyName: 'Beispiel GmbH',
    locale: 'de-DE',
    ...changes,
  };
}

/** Reads the files of a zip through its central directory, as unzip programs do. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + size);
    const path = zip.toString('utf8', at + 46, at + 46 + (name ?? 0));
    files.set(path, method === 8 ? inflateRawSync(bytes) : bytes);
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

export function sha1(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex');
}

/** Draws the text as a QR code and reads the picture with an independent decoder. */
export async function scan(
  message: string,
): Promise<{ text: string | undefined; format: string | undefined }> {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
  const picture = await bwip.toBuffer({
    bcid: 'qrcode',
    text: message,
    scale: 4,
    padding: 8,
    backgroundcolor: 'ffffff',
  });
  const [found] = await readBarcodes(new Uint8Array(picture));
  return { text: found?.text, format: found?.format };
}

/** Writes certificates like those an operator gets from Apple, but issued by a test authority. */
export function writeTestCertificates(
  folder: string,
  passTypeId: string,
  until = new Date(Date.now() + 24 * 60 * 60 * 1000),
) {
  const [authority, pass] = [newKey(), newKey()];
  const issuerName = [{ name: 'commonName', value: 'Test WWDR' }];
  const passName = [
    { type: '0.9.2342.19200300.100.1.1', value: passTypeId },
    { name: 'commonName', value: 'A pass' },
  ];
  const issuer = certify(authority, issuerName, authority, issuerName, true, until);
  const certificate = certify(pass, passName, authority, issuerName, false, until);
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  return {
    APPLE_PASS_CERTIFICATE_FILE: file('pass.pem', forge.pki.certificateToPem(certificate)),
    // Apple provides this certificate in DER.
    APPLE_WWDR_CERTIFICATE_FILE: file(
      'wwdr.cer',
      Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(issuer)).getBytes(), 'latin1'),
    ),
    APPLE_PASS_KEY_FILE: file(
      'pass.key',
      pass
        .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' })
        .toString(),
    ),
    APPLE_PASS_KEY_PASSPHRASE: 'open sesame',
    APPLE_PASS_TYPE_ID: passTypeId,
    APPLE_TEAM_ID: 'TEAM123456',
  };
}

/** Writes a JSON file like the one Google provides for the key of a service account. */
export function writeTestServiceAccount(folder: string) {
  const key = newKey();
  const file = join(folder, 'service-account.json');
  writeFileSync(
    file,
    JSON.stringify({
      type: 'service_account',
      client_email: 'passes@project.iam.gserviceaccount.com',
      private_key_id: 'f00d',
      private_key: key.export({ type: 'pkcs8', format: 'pem' }),
    }),
  );
  return { key, variables: { GOOGLE_WALLET_ISSUER_ID: '3388000000012345678', GOOGLE_WALLET_KEY_FILE: file } };
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

function certify(
  key: KeyObject,
  subject: forge.pki.CertificateField[],
  issuerKey: KeyObject,
  issuer: forge.pki.CertificateField[],
  isAuthority: boolean,
  until: Date,
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  const { n, e } = nativeSigner(key);
  certificate.publicKey = forge.pki.setRsaPublicKey(n, e);
  certificate.serialNumber = isAuthority ? '01' : '02';
  certificate.validity.notBefore = new Date('2020-01-01T00:00:00Z');
  certificate.validity.notAfter = until;
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  certificate.setExtensions([{ name: 'basicConstraints', cA: isAuthority }]);
  certificate.sign(nativeSigner(issuerKey), forge.md.sha256.create());
  return certificate;
}
