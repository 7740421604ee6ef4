import { constants, type KeyObject, privateEncrypt, type X509Certificate } from 'node:crypto';
import forge from 'node-forge';

/** The DER prefix of a SHA-256 digest in an RSA signature (RFC 8017, section 9.2). */
const SHA256_DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/**
 * Gives forge a key that signs with OpenSSL. Forge's own RSA blocked the event loop for 75 ms per signature
 * (2048 bits, arm64); this takes 2 ms.
 */
export function nativeSigner(key: KeyObject): forge.pki.rsa.PrivateKey {
  const pem = key.export({ type: 'pkcs1', format: 'pem' }).toString();
  return { ...forge.pki.privateKeyFromPem(pem), sign: (digest) => signDigest(key, digest) };
}

function signDigest(key: KeyObject, digest: forge.md.MessageDigest | string): string {
  if (typeof digest === 'string' || digest.algorithm !== 'sha256') throw new Error('only SHA-256 is signed');
  const bytes = Buffer.from(digest.digest().getBytes(), 'latin1');
  return privateEncrypt(
    { key, padding: constants.RSA_PKCS1_PADDING },
    Buffer.concat([SHA256_DIGEST_INFO, bytes]),
  ).toString('latin1');
}

export type SignManifest = (manifest: Buffer) => Buffer;

/**
 * Creates a detached PKCS #7 signature in DER with both certificates and the signing time, as Wallet
 * requires.
 */
export function createManifestSigner(identity: {
  certificate: X509Certificate;
  issuer: X509Certificate;
  key: KeyObject;
}): SignManifest {
  const certificate = forge.pki.certificateFromPem(identity.certificate.toString());
  const issuer = forge.pki.certificateFromPem(identity.issuer.toString());
  const key = nativeSigner(identity.key);
  return (manifest) => {
    const signed = forge.pkcs7.createSignedData();
    signed.content = forge.util.createBuffer(manifest.toString('latin1'));
    signed.addCertificate(issuer);
    signed.addCertificate(certificate);
    signed.addSigner({
      key,
      certificate,
      digestAlgorithm: oid('sha256'),
      authenticatedAttributes: [
        { type: oid('contentType'), value: oid('data') },
        { type: oid('messageDigest') },
        { type: oid('signingTime') },
      ],
    });
    signed.sign({ detached: true });
    return Buffer.from(forge.asn1.toDer(signed.toAsn1()).getBytes(), 'latin1');
  };
}

function oid(name: string): string {
  const found = forge.pki.oids[name];
  if (!found) throw new Error(`forge knows no ${name}`);
  return found;
}
