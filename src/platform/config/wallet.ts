import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { AppError } from '../errors.ts';
import { group, invalid, readFile, text, type Variables } from './variables.ts';

/** Signs Apple passes: the certificate of a pass type, its key, and Apple's intermediate certificate. */
export interface ApplePassConfig {
  readonly certificate: X509Certificate;
  readonly issuer: X509Certificate;
  readonly key: KeyObject;
  readonly passTypeId: string;
  readonly teamId: string;
}

/** Signs Google save links: an issuer account, and the key of a service account that may issue for it. */
export interface GoogleWalletConfig {
  readonly issuerId: string;
  readonly serviceAccount: string;
  readonly keyId: string | undefined;
  readonly key: KeyObject;
}

export function applePass(env: Variables): ApplePassConfig | undefined {
  const given = group(env, [
    'APPLE_PASS_CERTIFICATE_FILE',
    'APPLE_PASS_KEY_FILE',
    'APPLE_WWDR_CERTIFICATE_FILE',
    'APPLE_PASS_TYPE_ID',
    'APPLE_TEAM_ID',
  ]);
  if (!given) return undefined;
  const certificate = readCertificate('APPLE_PASS_CERTIFICATE_FILE', given.APPLE_PASS_CERTIFICATE_FILE);
  const issuer = readCertificate('APPLE_WWDR_CERTIFICATE_FILE', given.APPLE_WWDR_CERTIFICATE_FILE);
  const key = readKey(
    'APPLE_PASS_KEY_FILE',
    readFile('APPLE_PASS_KEY_FILE', given.APPLE_PASS_KEY_FILE).toString('utf8'),
    text(env, 'APPLE_PASS_KEY_PASSPHRASE'),
  );
  // Checked at start: Wallet rejects a pass with any of these mistakes without an error message.
  if (!certificate.checkPrivateKey(key))
    throw invalid('APPLE_PASS_KEY_FILE', 'is not the key of APPLE_PASS_CERTIFICATE_FILE');
  if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey))
    throw invalid('APPLE_WWDR_CERTIFICATE_FILE', 'is not the certificate that issued the pass certificate');
  const passTypeId = given.APPLE_PASS_TYPE_ID;
  const certified = /^UID=(.*)$/m.exec(certificate.subject)?.[1];
  if (certified !== undefined && certified !== passTypeId)
    throw invalid('APPLE_PASS_TYPE_ID', `does not fit the pass certificate, which is for ${certified}`);
  return Object.freeze({ certificate, issuer, key, passTypeId, teamId: given.APPLE_TEAM_ID });
}

export function googleWallet(env: Variables): GoogleWalletConfig | undefined {
  const given = group(env, ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_KEY_FILE']);
  if (!given) return undefined;
  const issuerId = given.GOOGLE_WALLET_ISSUER_ID;
  if (!/^\d{1,20}$/.test(issuerId)) throw invalid('GOOGLE_WALLET_ISSUER_ID', 'must be a number');
  const name = 'GOOGLE_WALLET_KEY_FILE';
  const account = readJson(name, given.GOOGLE_WALLET_KEY_FILE);
  const { client_email: serviceAccount, private_key: pem, private_key_id: keyId } = account;
  if (typeof serviceAccount !== 'string' || typeof pem !== 'string')
    throw invalid(name, 'must be the JSON key of a service account, with client_email and private_key');
  return Object.freeze({
    issuerId,
    serviceAccount,
    keyId: typeof keyId === 'string' ? keyId : undefined,
    key: readKey(name, pem),
  });
}

const THIS_MACHINE = /^(127(\.\d{1,3}){3}|\[::1\]|localhost)$/;

/**
 * Another server in place of Apple's or Google's, to see what they would receive. On staging only, and on this machine only: it is
 * sent tokens of devices and of the service account.
 */
export function standInServer(
  env: Variables,
  environment: 'staging' | 'production',
  name: 'APPLE_PUSH_URL' | 'GOOGLE_WALLET_URL',
): string | undefined {
  const given = text(env, name);
  if (given === undefined) return undefined;
  if (environment === 'production') throw invalid(name, 'is for staging');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !THIS_MACHINE.test(url.hostname))
    throw invalid(name, 'must be an address of this machine such as http://127.0.0.1:9000');
  return url.href.replace(/(?<!\/)\/+$/, '');
}

function readJson(name: string, path: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(readFile(name, path).toString('utf8')) };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // The cause is left out: the parser's message quotes the file, which contains a private key.
    throw invalid(name, `is not JSON: ${path}`);
  }
}

/** Accepts the DER file as Apple provides it, and PEM. */
function readCertificate(name: string, path: string): X509Certificate {
  const bytes = readFile(name, path);
  try {
    const certificate = new X509Certificate(bytes);
    if (certificate.publicKey.asymmetricKeyType === 'rsa') return certificate;
  } catch (cause) {
    throw new AppError('invalid-configuration', `${name} holds no certificate: ${path}`, { cause });
  }
  throw invalid(name, `must hold a certificate for an RSA key: ${path}`);
}

function readKey(name: string, pem: string, passphrase?: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
  } catch (cause) {
    throw new AppError(
      'invalid-configuration',
      `${name} holds no private key in PEM, or its passphrase is missing or wrong`,
      { cause },
    );
  }
  if (key.asymmetricKeyType !== 'rsa') throw invalid(name, 'must hold an RSA key');
  return key;
}
