import { Resolver } from 'node:dns';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { REQUESTS_AT_ONCE, REQUESTS_PER_MINUTE } from '../limits.ts';
import { isNetwork } from '../networks.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { isGuessable } from './guessable.ts';
import { type MailConfig, mail } from './mail.ts';
import { type MisspeltVariable, misspeltVariables, recordReads } from './misspelt-variables.ts';
import { type Retention, retention } from './retention.ts';
import { type RosterLimits, rosterLimits } from './roster-limits.ts';
import { metricsToken, readSecretKeys } from './secrets.ts';
import { trustedProxies } from './trusted-proxies.ts';
import { invalid, oneOf, readFile, text, type Variables, wholeNumber } from './variables.ts';
import {
  type ApplePassConfig,
  applePass,
  type GoogleWalletConfig,
  googleWallet,
  standInServer,
} from './wallet.ts';
import { type WalletBadges, walletBadges } from './wallet-badges.ts';

export type Environment = 'staging' | 'production';
const ENVIRONMENTS: readonly Environment[] = ['staging', 'production'];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  readonly environment: Environment;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** The address of a PostgreSQL server. Undefined: the embedded server under `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /**
   * Keys for derived tokens: the first one signs, all of them verify. Undefined: one key is created in
   * `dataDir`.
   */
  readonly secretKeys: readonly string[] | undefined;
  /** The file that `secretKeys` come from, if they come from one. */
  readonly secretKeyFile: string | undefined;
  readonly trustProxy: string | undefined;
  /** Ask about the names of webhooks, identity providers and the mail server. Undefined: those of the operating system. */
  readonly dnsServers: readonly string[] | undefined;
  /** Requests of one API key, one portal session and one network address. 0: no limit. */
  readonly rateLimitPerMinute: number;
  readonly portalRateLimitPerMinute: number;
  readonly addressRateLimitPerMinute: number;
  /** Requests of one API key, one portal user and one network address at the same time. 0: no limit. */
  readonly requestsAtOnce: number;
  readonly logLevel: LogLevel;
  readonly rosterLimits: RosterLimits;
  readonly retention: Retention;
  /** The bearer token for `GET /metrics`. Undefined: the route does not exist. */
  readonly metricsToken: string | undefined;
  /** Secrets that can be guessed and are accepted: on staging, and keys that only verify. */
  readonly guessable: readonly ('SECRET_KEY' | 'METRICS_TOKEN')[];
  readonly applePass: ApplePassConfig | undefined;
  readonly googleWallet: GoogleWalletConfig | undefined;
  /** Servers in place of Apple's and Google's, on staging. */
  readonly applePushUrl: string | undefined;
  readonly googleWalletUrl: string | undefined;
  readonly walletBadges: WalletBadges;
  /** Undefined: mail is not set up. Links are shown in the portal and passed on by people. */
  readonly mail: MailConfig | undefined;
  /** Whether webhooks may be sent to this machine. On staging only. */
  readonly webhooksAllowLoopback: boolean;
  /** Whether rosters may be fetched from this machine, and from servers of one's own. On staging only. */
  readonly pullAllowLoopback: boolean;
  /** Private networks in which rosters may be fetched. */
  readonly pullAllowNetworks: readonly string[];
  /** The folder with a folder of files for each integration. Undefined: there is none. */
  readonly dropDir: string | undefined;
  /** Variables that are set, are not known, and resemble known ones. */
  readonly misspelt: readonly MisspeltVariable[];
}

/** TLS ends at a proxy, and the service does not know which one: all its clients share one address. */
export function lacksTrustedProxy({ baseUrl, trustProxy }: Pick<Config, 'baseUrl' | 'trustProxy'>): boolean {
  return baseUrl.startsWith('https:') && trustProxy === undefined;
}

/** Reads the environment once. No other module reads `process.env`. */
export function readConfig(given: Variables = process.env): Config {
  const { env, read } = recordReads(given);
  const host = text(env, 'HOST') ?? '127.0.0.1';
  const port = wholeNumber(env, 'PORT', 8080, 1, 65_535);
  const databaseUrl = databaseAddress(env);
  const environment = oneOf(env, 'TRANSIT_ENV', ENVIRONMENTS, 'staging');
  const secretKeys = readSecretKeys(env, environment);
  const token = metricsToken(env, environment);
  if (databaseUrl && !secretKeys)
    throw invalid(
      'SECRET_KEY',
      'is required with DATABASE_URL, the same on every node (or SECRET_KEY_FILE). Make one with: openssl rand -base64 32',
    );
  const baseUrl = baseAddress(env, host, port);
  return Object.freeze({
    environment,
    host,
    port,
    baseUrl,
    databaseUrl,
    dataDir: dataFolder(env),
    secretKeys,
    secretKeyFile: text(env, 'SECRET_KEY_FILE'),
    trustProxy: trustedProxies(env),
    dnsServers: dnsServers(env),
    rateLimitPerMinute: perMinute(env, 'RATE_LIMIT_PER_MINUTE', REQUESTS_PER_MINUTE.key),
    portalRateLimitPerMinute: perMinute(env, 'PORTAL_RATE_LIMIT_PER_MINUTE', REQUESTS_PER_MINUTE.session),
    addressRateLimitPerMinute: perMinute(env, 'ADDRESS_RATE_LIMIT_PER_MINUTE', REQUESTS_PER_MINUTE.address),
    requestsAtOnce: wholeNumber(env, 'REQUESTS_AT_ONCE', REQUESTS_AT_ONCE, 0, 10_000),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    rosterLimits: rosterLimits(env),
    retention: retention(env),
    metricsToken: token,
    guessable: [
      ...(secretKeys ?? []).filter((key) => isGuessable(key, 'SECRET_KEY')).map(() => 'SECRET_KEY' as const),
      ...(token !== undefined && isGuessable(token, 'METRICS_TOKEN') ? (['METRICS_TOKEN'] as const) : []),
    ],
    applePass: applePass(env),
    googleWallet: googleWallet(env),
    applePushUrl: standInServer(env, environment, 'APPLE_PUSH_URL'),
    googleWalletUrl: standInServer(env, environment, 'GOOGLE_WALLET_URL'),
    walletBadges: walletBadges(env),
    mail: mail(env, environment, baseUrl),
    webhooksAllowLoopback: allowsLoopback(
      env,
      environment,
      'WEBHOOKS_ALLOW_LOOPBACK',
      'webhooks reach public addresses only',
    ),
    pullAllowLoopback: allowsLoopback(
      env,
      environment,
      'PULL_ALLOW_LOOPBACK',
      'rosters are fetched from the HR systems themselves',
    ),
    pullAllowNetworks: pullAllowNetworks(env),
    dropDir: folder(env, 'DROP_DIR'),
    // Last: all variables have been read.
    misspelt: misspeltVariables(given, read),
  });
}

function dataFolder(env: Variables): string {
  const given = text(env, 'DATA_DIR') ?? './data';
  const folder = resolve(given);
  // Without quotes a shell replaces it. An earlier version has created such a folder.
  if (given.startsWith('~') && !existsSync(folder))
    throw invalid(
      'DATA_DIR',
      `begins with ~, which only a shell replaces. Give the full path instead of ${given}`,
    );
  return folder;
}

function allowsLoopback(env: Variables, environment: Environment, name: string, instead: string): boolean {
  const isAllowed = wholeNumber(env, name, 0, 0, 1) === 1;
  if (isAllowed && environment === 'production')
    throw invalid(name, `is for staging: on production ${instead}`);
  return isAllowed;
}

function pullAllowNetworks(env: Variables): readonly string[] {
  const networks = text(env, 'PULL_ALLOW_NETWORKS')?.split(/[\s,]+/) ?? [];
  if (!networks.every(isNetwork))
    throw invalid(
      'PULL_ALLOW_NETWORKS',
      'must be networks such as 10.1.0.0/16 or fd00:1::/64, separated by commas',
    );
  return networks;
}

const MIN_PASSPHRASE_LENGTH = 12;

/** The passphrase of backups: from a file if one is given, else from `BACKUP_PASSPHRASE`. */
export function readBackupPassphrase(file: string | undefined, env: Variables = process.env): string {
  const name = file === undefined ? 'BACKUP_PASSPHRASE' : '--passphrase-file';
  const given = file === undefined ? text(env, name) : readFile(name, file).toString('utf8').trim();
  if (!given)
    throw invalid(name, file === undefined ? 'must be set (or --passphrase-file)' : `is empty: ${file}`);
  if (given.length < MIN_PASSPHRASE_LENGTH)
    throw invalid(name, `must be at least ${MIN_PASSPHRASE_LENGTH} characters long`);
  return given;
}

function folder(env: Variables, name: string): string | undefined {
  const given = text(env, name);
  return given === undefined ? undefined : resolve(given);
}

function perMinute(env: Variables, name: string, fallback: number): number {
  return wholeNumber(env, name, fallback, 0, 1_000_000_000);
}

function baseAddress(env: Variables, host: string, port: number): string {
  const given = text(env, 'BASE_URL');
  if (given === undefined) return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw invalid('BASE_URL', 'must be an http(s) address such as https://tickets.example.com');
  return given.replace(/(?<!\/)\/+$/, '');
}

function dnsServers(env: Variables): readonly string[] | undefined {
  const given = text(env, 'DNS_SERVERS')?.split(/[\s,]+/);
  try {
    if (given) new Resolver().setServers(given);
  } catch {
    throw invalid(
      'DNS_SERVERS',
      'must be addresses such as 10.0.0.53 or [2001:db8::53]:5353, separated by commas',
    );
  }
  return given;
}

function databaseAddress(env: Variables): string | undefined {
  const given = text(env, 'DATABASE_URL');
  if (given !== undefined) parseDatabaseUrl(given);
  return given;
}
