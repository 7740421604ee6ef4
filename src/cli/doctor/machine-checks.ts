import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadPages } from '../../http/portal-pages/load-pages.ts';
import { BUILD_PAGES } from '../../http/portal-pages/prepare-pages.ts';
import { ABOUT_PROXIES, NO_TRUSTED_PROXY } from '../../http/untrusted-proxies.ts';
import { connectMailServer } from '../../notifications/mail/smtp.ts';
import { type KnownCertificate, knownCertificates } from '../../platform/config/certificates.ts';
import { type Config, lacksTrustedProxy } from '../../platform/config/config.ts';
import { secretKeyFile } from '../../platform/config/secret-keys.ts';
import { errorText } from '../../platform/errors.ts';
import { createHostResolver } from '../../platform/outgoing/resolve-host.ts';
import { foldersIn, problemOfDropDir, problemOfFolder } from '../../rosters/pull/file-drop/drop-dir.ts';
import { type Check, ok, problem, warning } from './check.ts';
import { checkGoogle, checkPushes } from './wallet-checks.ts';

const GIB = 1024 ** 3;
const DAY_MS = 86_400_000;
const EXPIRES_SOON_DAYS = 30;

export async function checkMachine(config: Config): Promise<Check[]> {
  return [
    await dataFolder(config),
    await secrets(config),
    ...guessable(config),
    ...(await disk(config)),
    address(config),
    ...proxy(config),
    await mail(config),
    ...wallets(config),
    ...certificates(config),
    ...(await checkPushes(config)),
    ...(await checkGoogle(config)),
    badges(config),
    ...(await dropDir(config)),
    await pages(),
  ];
}

async function dataFolder({ databaseUrl, dataDir }: Config): Promise<Check> {
  if (databaseUrl) return ok('data-folder', 'DATA_DIR is not used: the database is on a server.');
  const folder = nearest(dataDir);
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok('data-folder', `${dataDir} can be written to.`);
  } catch {
    return problem(
      'data-folder',
      `${folder} cannot be written to.`,
      'Give the folder to the user who runs the service, or choose another one with DATA_DIR.',
    );
  }
}

/** The folder itself, or the first one above it that exists. */
function nearest(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearest(dirname(path));
}

async function secrets(config: Config): Promise<Check> {
  const { secretKeys, secretKeyFile: given } = config;
  // A group may read it: some operators have a separate group that manages secrets.
  if (given && ((await stat(given)).mode & 0o007) !== 0)
    return problem(
      'secrets',
      `SECRET_KEY_FILE, ${given}, can be read by every user of this machine.`,
      `Run chmod o-rwx ${given}. If somebody else may have read it, use a new key.`,
    );
  if (secretKeys)
    return ok(
      'secrets',
      `SECRET_KEY has ${secretKeys.length === 1 ? 'one key' : `${secretKeys.length} keys`}.`,
    );
  const file = secretKeyFile(config);
  const found = await stat(file).catch(() => undefined);
  if (!found)
    return warning(
      'secrets',
      `${file} does not exist yet.`,
      'Start the service: it creates one. If there was one, put it back from the backup before you start.',
    );
  if ((found.mode & 0o077) !== 0)
    return problem('secrets', `${file} can be read by other users.`, `Run chmod 600 ${file}`);
  return ok('secrets', `${file} can be read by its owner only.`);
}

function guessable({ guessable: names }: Config): Check[] {
  return [...new Set(names)].map((name) =>
    warning(
      'guessable-secrets',
      `${name} can be guessed: it consists of words, rows or repetitions. Production refuses to start with it${name === 'SECRET_KEY' ? ' as the first key' : ''}.`,
      name === 'SECRET_KEY'
        ? 'Make a key with openssl rand -base64 32, put it first, and drop the old one later.'
        : 'Make one with openssl rand -base64 32.',
    ),
  );
}

async function disk({ databaseUrl, dataDir }: Config): Promise<Check[]> {
  if (databaseUrl) return [];
  const { bavail, blocks, bsize } = await statfs(nearest(dataDir));
  const free = bavail * bsize;
  const message = `${(free / GIB).toFixed(1)} GiB of ${((blocks * bsize) / GIB).toFixed(1)} GiB are free for ${dataDir}.`;
  const action = 'Free some space: on a full disk rosters are refused.';
  if (free < GIB) return [problem('disk', message, action)];
  return [free < 5 * GIB ? warning('disk', message, action) : ok('disk', message)];
}

function address({ baseUrl, environment }: Config): Check {
  if (environment === 'production' && !baseUrl.startsWith('https://'))
    return problem(
      'address',
      `BASE_URL is ${baseUrl}. On production the portal answers over https only, except on this machine.`,
      'Put a TLS proxy in front of the service and set BASE_URL to its https address.',
    );
  return ok('address', `Links begin with ${baseUrl}.`);
}

function proxy(config: Config): Check[] {
  if (lacksTrustedProxy(config))
    return [
      warning(
        'proxy',
        NO_TRUSTED_PROXY,
        `Set TRUST_PROXY to the address from which the proxy connects. ${ABOUT_PROXIES}`,
      ),
    ];
  return config.trustProxy
    ? [ok('proxy', `Headers about clients are believed from ${config.trustProxy}.`)]
    : [];
}

async function mail({ mail: config, dnsServers: servers }: Config): Promise<Check> {
  if (!config)
    return warning(
      'mail',
      'Mail is not set up: nobody receives mails about rosters that are refused, held or fail.',
      'Set SMTP_URL and MAIL_FROM, or pass on the links that the portal shows.',
    );
  if (config.way === 'outbox')
    return ok('mail', 'Mail is kept in the outbox of the portal, because this is staging without SMTP_URL.');
  const where = `${config.server.host}:${config.server.port}`;
  const server = connectMailServer(config.server, { resolveHost: createHostResolver({ servers }) });
  try {
    await server.verify();
    return ok('mail', `${where} accepts connections${config.server.auth ? ' and the password' : ''}.`);
  } catch (error) {
    return problem(
      'mail',
      `${where} does not accept mail: ${errorText(error)}`,
      config.server.requireTLS
        ? 'Check SMTP_URL and the server, which must offer STARTTLS. For a relay in your own network without it: SMTP_ALLOW_PLAIN=1.'
        : 'Check SMTP_URL and the server.',
    );
  } finally {
    server.close(true);
  }
}

function wallets({ environment, applePass, googleWallet }: Config): Check[] {
  const without = (name: string, variables: string) =>
    environment === 'staging'
      ? ok(name, 'Passes are signed with a certificate of staging, which phones do not trust.')
      : warning(name, 'Employees cannot add their ticket to this wallet.', `Set ${variables}.`);
  return [
    applePass
      ? ok('apple-wallet', `Passes are signed for ${applePass.passTypeId}.`)
      : without('apple-wallet', 'APPLE_PASS_CERTIFICATE_FILE and the variables that belong to it'),
    googleWallet
      ? ok('google-wallet', `Passes are signed by ${googleWallet.serviceAccount}.`)
      : without('google-wallet', 'GOOGLE_WALLET_ISSUER_ID and GOOGLE_WALLET_KEY_FILE'),
  ];
}

function badges({ walletBadges }: Config): Check {
  const found = Object.keys(walletBadges);
  if (found.length === 0)
    return ok('wallet-badges', 'The buttons for wallets are worded: WALLET_BADGES_DIR is not set.');
  return ok('wallet-badges', `WALLET_BADGES_DIR has the artwork for: ${found.join(', ')}.`);
}

async function dropDir({ dropDir: folder }: Config): Promise<Check[]> {
  if (folder === undefined) return [];
  const action =
    'Nothing is taken from there until it is mended. docs/connecting.md shows how to set it up ("A folder that an SFTP server fills").';
  const found = await problemOfDropDir(folder);
  if (found) return [problem('drop-dir', found, action)];
  const folders = [...(await foldersIn(folder)).values()];
  const problems = (await Promise.all(folders.map(problemOfFolder))).filter((each) => each !== undefined);
  if (problems.length > 0) return problems.map((each) => problem('drop-dir', each, action));
  return [ok('drop-dir', `Files are taken from ${folders.length} folders in ${folder}.`)];
}

const CERTIFICATES: Record<KnownCertificate['name'], { file: string; from: string }> = {
  'apple-pass': { file: 'APPLE_PASS_CERTIFICATE_FILE', from: 'Apple' },
  'apple-issuer': { file: 'APPLE_WWDR_CERTIFICATE_FILE', from: 'Apple' },
  'database-client': { file: 'sslcert of DATABASE_URL', from: 'the authority of the database' },
  'database-authority': { file: 'sslrootcert of DATABASE_URL', from: 'the authority of the database' },
};

/** Phones refuse a pass that an expired certificate signs, and the database an expired client. */
export function certificates(config: Parameters<typeof knownCertificates>[0], now = Date.now()): Check[] {
  return knownCertificates(config).map(({ name, validUntil }) => {
    const { file, from } = CERTIFICATES[name];
    const check = `certificate-${name}`;
    const day = validUntil.toISOString().slice(0, 10);
    const action = `Get a new certificate from ${from}, replace the file and restart the service.`;
    const end = validUntil.getTime();
    if (end < now) return problem(check, `The certificate in ${file} has expired on ${day}.`, action);
    if (end < now + EXPIRES_SOON_DAYS * DAY_MS)
      return warning(check, `The certificate in ${file} expires on ${day}.`, action);
    return ok(check, `The certificate in ${file} is valid until ${day}.`);
  });
}

async function pages(): Promise<Check> {
  if (await loadPages()) return ok('portal', 'The pages of the portal are built.');
  return problem('portal', 'The pages of the portal have not been built.', `Please ${BUILD_PAGES}.`);
}
