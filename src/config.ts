import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from './errors.ts';

export type Environment = 'staging' | 'production';
const ENVIRONMENTS: readonly Environment[] = ['staging', 'production'];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What signs Apple passes: the certificate of a pass type, its key, and Apple's certificate that issued it. */
export interface ApplePassConfig {
  readonly certificate: X509Certificate;
  readonly issuer: X509Certificate;
  readonly key: KeyObject;
  readonly passTypeId: string;
  readonly teamId: string;
}

/** What signs Google save links: an issuer account and the key of a service account that may issue for it. */
export interface GoogleWalletConfig {
  readonly issuerId: string;
  readonly serviceAccount: string;
  readonly keyId: string | undefined;
  readonly key: KeyObject;
}

export interface Config {
  readonly environment: Environment;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** A PostgreSQL server; without it the embedded one under `dataDir` is used. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Keys for derived tokens: the first signs, all of them verify. Absent: one is made in `dataDir`. */
  readonly secretKeys: readonly string[] | undefined;
  readonly trustProxy: string | undefined;
  readonly rateLimitPerMinute: number;
  readonly logLevel: LogLevel;
  readonly applePass: ApplePassConfig | undefined;
  readonly googleWallet: GoogleWalletConfig | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the environment once. Nothing else in the service looks at `process.env`. */
export function readConfig(env: Variables = process.env): Config {
  const host = text(env, 'HOST') ?? '127.0.0.1';
  const port = wholeNumber(env, 'PORT', 8080, 1, 65_535);
  const databaseUrl = databaseAddress(env);
  const secretKeys = secrets(env);
  if (databaseUrl && !secretKeys)
    throw invalid(
      'SECRET_KEY',
      'is required with DATABASE_URL, the same on every node (or SECRET_KEY_FILE). Make one with: openssl rand -base64 32',
    );
  return Object.freeze({
    environment: oneOf(env, 'TRANSIT_ENV', ENVIRONMENTS, 'staging'),
    host,
    port,
    baseUrl: baseAddress(env, host, port),
    databaseUrl,
    dataDir: resolve(text(env, 'DATA_DIR') ?? './data'),
    secretKeys,
    trustProxy: text(env, 'TRUST_PROXY'),
    rateLimitPerMinute: wholeNumber(env, 'RATE_LIMIT_PER_MINUTE', 6000, 0, 1_000_000_000),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    applePass: applePass(env),
    googleWallet: googleWallet(env),
  });
}

function invalid(name: string, problem: string): AppError {
  return new AppError('invalid-configuration', `${name} ${problem}`);
}

function text(env: Variables, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function oneOf<T extends string>(env: Variables, name: string, allowed: readonly T[], fallback: T): T {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (!found) throw invalid(name, `must be one of ${allowed.join(', ')}`);
  return found;
}

function wholeNumber(env: Variables, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw invalid(name, `must be a whole number from ${min} to ${max}`);
  return number;
}

function baseAddress(env: Variables, host: string, port: number): string {
  const given = text(env, 'BASE_URL');
  if (given === undefined) return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw invalid('BASE_URL', 'must be an http(s) address such as https://tickets.example.com');
  return given.replace(/\/+$/, '');
}

function databaseAddress(env: Variables): string | undefined {
  const given = text(env, 'DATABASE_URL');
  if (given !== undefined && !/^postgres(ql)?:\/\//.test(given))
    throw invalid('DATABASE_URL', 'must begin with postgres:// or postgresql://');
  return given;
}

function secrets(env: Variables): string[] | undefined {
  const inline = text(env, 'SECRET_KEY');
  const file = text(env, 'SECRET_KEY_FILE');
  if (inline && file) throw invalid('SECRET_KEY', 'and SECRET_KEY_FILE are both set: give one of them');
  if (!inline && !file) return undefined;
  const name = file ? 'SECRET_KEY_FILE' : 'SECRET_KEY';
  const keys = (inline ?? readFile(name, file ?? '').toString('utf8'))
    .split(/[\s,]+/)
    .filter((key) => key !== '');
  if (keys.length === 0) throw invalid(name, 'holds no key');
  if (keys.some((key) => key.length < 32)) throw invalid(name, 'must be at least 32 characters long');
  return keys;
}

function readFile(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new AppError('invalid-configuration', `${name} cannot be read: ${path}`, { cause });
  }
}

/** Variables that make sense only together: all of them, or undefined when none is set. */
function group<Name extends string>(
  env: Variables,
  names: readonly Name[],
): Record<Name, string> | undefined {
  const values = names.map((name) => [name, text(env, name)] as const);
  const missing = values.filter(([, value]) => value === undefined).map(([name]) => name);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw invalid(missing.join(', '), `must be set as well: ${names.join(', ')} belong together`);
  return Object.fromEntries(values) as Record<Name, string>;
}

function applePass(env: Variables): ApplePassConfig | undefined {
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
  // Wallet refuses a pass with any of these mistakes without a word, so they are found here.
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

function googleWallet(env: Variables): GoogleWalletConfig | undefined {
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

function readJson(name: string, path: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(readFile(name, path).toString('utf8')) };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // Without the cause: the parser's message quotes the file, and the file holds a key.
    throw invalid(name, `is not JSON: ${path}`);
  }
}

/** As Apple hands it out (DER), or as PEM. */
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
