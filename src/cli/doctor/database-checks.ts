import { selectCompaniesWithAdmin } from '../../accounts/users-sql.ts';
import { selectCompanies } from '../../company/companies/companies-sql.ts';
import { MAX_BACKUP_AGE_SECONDS, selectBackupAge } from '../../platform/backup/newest-backup.ts';
import type { Config } from '../../platform/config/config.ts';
import { adviceOnHostRefusal, tlsFailure } from '../../platform/db/failures.ts';
import { checkServer, refuseOtherEnvironment } from '../../platform/db/installation.ts';
import { readMigrationState } from '../../platform/db/migrate.ts';
import { hasEmbeddedDatabase, openUnchecked } from '../../platform/db/open.ts';
import type { Database, Pool } from '../../platform/db/types.ts';
import { AppError, errorText } from '../../platform/errors.ts';
import { CONNECTIONS } from '../../platform/limits.ts';
import { foldersIn, problemOfDropDir, problemOfUnusedFolder } from '../../rosters/pull/file-drop/drop-dir.ts';
import { selectDropPlaces } from '../../rosters/pull/file-drop/dropped-files-sql.ts';
import { selectSyncState } from '../../rosters/runs/sync-metrics-sql.ts';
import { fingerprintOf } from '../signing-key/fingerprint.ts';
import { selectFingerprint } from '../signing-key/fingerprint-sql.ts';
import { requireKey } from '../signing-key/require-key.ts';
import { readStoredSecrets } from '../signing-key/stored-secrets.ts';
import { type Check, ok, problem, warning } from './check.ts';

/** `checkMachine` looks at DROP_DIR itself. */
export async function unusedFolders({ dropDir }: Pick<Config, 'dropDir'>, sql: Pool): Promise<Check[]> {
  if (dropDir === undefined || (await problemOfDropDir(dropDir))) return [];
  const folders = await foldersIn(dropDir);
  const places = await selectDropPlaces(sql, [...folders.keys()]);
  for (const { integrationId } of places) folders.delete(integrationId);
  const found = await Promise.all([...folders].map(([id, path]) => problemOfUnusedFolder(path, id)));
  return found
    .filter((each) => each !== undefined)
    .map((each) =>
      warning(
        'drop-dir',
        each,
        'Rename the folder to the id of its integration, or connect that integration.',
      ),
    );
}

/** A node with all roles (docs/operating.md#connections). */
const CONNECTIONS_OF_A_NODE = Object.values(CONNECTIONS).reduce((sum, count) => sum + count);
const MAX_SKEW_MS = 5_000;
const MAX_WAIT_SECONDS = 15 * 60;

/** Changes nothing: the database is neither created nor migrated. */
export async function checkDatabase(
  config: Config,
  secretKeys: readonly string[] | undefined,
): Promise<Check[]> {
  if (!config.databaseUrl && !hasEmbeddedDatabase(config))
    return [
      warning(
        'database',
        `There is no database in ${config.dataDir} yet.`,
        'Start the service: it creates one. If there should be one, check DATA_DIR.',
      ),
    ];
  let database: Database;
  try {
    database = await openUnchecked(config, 'command');
  } catch (error) {
    return [unreachable(config, error)];
  }
  try {
    return await checksOf(config, database.sql, secretKeys);
  } finally {
    await database.close();
  }
}

async function checksOf(
  config: Config,
  sql: Pool,
  secretKeys: readonly string[] | undefined,
): Promise<Check[]> {
  try {
    const first = [await reached(config, sql)];
    const locale = await refusal('locale', () => checkServer(sql), 'The encoding and the locale are fine.');
    const environment = await refusal(
      'environment',
      () => refuseOtherEnvironment(sql, config.environment),
      `The database belongs to ${config.environment}.`,
    );
    const always = [...first, locale, environment, await clock(sql), await connections(sql)];
    const schema = await migrations(sql);
    if (schema.status !== 'ok') return [...always, schema];
    return [
      ...always,
      schema,
      await signingKey(config, sql, secretKeys),
      await storedSecrets(sql, secretKeys),
      await admins(sql),
      await rosters(sql),
      await backups(config, sql),
      ...(await unusedFolders(config, sql)),
    ];
  } catch (error) {
    return [unreachable(config, error)];
  }
}

function unreachable(config: Config, error: unknown): Check {
  const tls = tlsFailure(error);
  if (tls !== undefined)
    return problem('database', tls, 'docs/guides/install.md, "TLS to PostgreSQL", explains it.');
  const action = config.databaseUrl
    ? (adviceOnHostRefusal(error, config.databaseUrl) ??
      'Check that the server runs, and the address, the user and the password in DATABASE_URL.')
    : `Read ${config.dataDir}/postgres.log.`;
  return problem('database', `The database does not answer: ${errorText(error)}`, action);
}

async function reached({ databaseUrl, dataDir }: Config, sql: Pool): Promise<Check> {
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  const where = databaseUrl ? 'on the server named by DATABASE_URL' : `embedded in ${dataDir}`;
  return ok('database', `PostgreSQL ${row?.version} answers, ${where}.`);
}

/** The messages of refusals say what to do. */
async function refusal(check: string, look: () => Promise<void>, fine: string): Promise<Check> {
  try {
    await look();
    return ok(check, fine);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return problem(check, error.message, 'The service does not start before this is changed.');
  }
}

async function clock(sql: Pool): Promise<Check> {
  const before = Date.now();
  const [row] = await sql<
    { ms: number }[]
  >`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`;
  const after = Date.now();
  const skew = Math.round((row?.ms ?? 0) - (before + after) / 2);
  const seconds = (Math.abs(skew) / 1000).toFixed(1);
  if (Math.abs(skew) - (after - before) / 2 > MAX_SKEW_MS)
    return problem(
      'clock',
      `This machine's clock and the database's differ by ${seconds} s.`,
      'Run a time service (NTP) on both machines: links, sessions and webhooks expire by these clocks.',
    );
  return ok('clock', `This machine's clock and the database's differ by ${seconds} s.`);
}

async function connections(sql: Pool): Promise<Check> {
  const [row] = await sql<{ max: number; used: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`;
  const { max = 0, used = 0 } = row ?? {};
  const message = `${used} of ${max} connections are in use; a node needs up to ${CONNECTIONS_OF_A_NODE}.`;
  if (max < CONNECTIONS_OF_A_NODE)
    return problem('connections', message, 'Raise max_connections of the server, and restart it.');
  if (max - used < CONNECTIONS_OF_A_NODE / 2)
    return warning('connections', message, 'Raise max_connections of the server before you add nodes.');
  return ok('connections', message);
}

async function migrations(sql: Pool): Promise<Check> {
  try {
    const { applied, missing, newer } = await readMigrationState(sql);
    if (missing.length > 0)
      return problem(
        'schema',
        `${missing.length} of ${applied + missing.length} migrations are missing, from ${missing[0]} on.`,
        'Run transit migrate, or start the service.',
      );
    if (newer.length > 0)
      return warning(
        'schema',
        `A newer version of the service has migrated the database (${newer.at(-1)}). This version can work with it.`,
        'Install the newer version here too.',
      );
    return ok('schema', `All ${applied} migrations are applied.`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return problem('schema', error.message, 'The service does not start before this is changed.');
  }
}

/** Whether this machine has the key that signs. */
async function signingKey(
  config: Config,
  sql: Pool,
  secretKeys: readonly string[] | undefined,
): Promise<Check> {
  const recorded = await selectFingerprint(sql);
  if (recorded === null)
    return ok(
      'signing-key',
      'The key that signs is not recorded yet: the next start of the service does that.',
    );
  const fine = await refusal(
    'signing-key',
    () => requireKey(sql, config),
    'The first key signs, here and on all nodes.',
  );
  if (fine.status !== 'ok' || fingerprintOf(secretKeys?.[0] ?? '') === recorded) return fine;
  return ok(
    'signing-key',
    'The node that started last signs with another key than the first one here. Both are known here, as during a rotation.',
  );
}

/** Secrets in the database that SECRET_KEY must decrypt. */
async function storedSecrets(sql: Pool, secretKeys: readonly string[] | undefined): Promise<Check> {
  const stored = await readStoredSecrets(sql, secretKeys ?? []);
  const lost = stored.filter(({ isOpened }) => !isOpened).map(({ what }) => what);
  if (lost.length === 0)
    return ok('stored-secrets', `SECRET_KEY decrypts all ${stored.length} stored secrets.`);
  return problem(
    'stored-secrets',
    `SECRET_KEY does not decrypt the secrets of ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ' and others' : ''}.`,
    'Add the earlier key to SECRET_KEY. If it is lost, enter the client secrets again and rotate the webhooks. Wallet passes are sealed again when phones fetch them.',
  );
}

/** Only an admin can change settings, keys and users, and gets the mails about them. */
async function admins(sql: Pool): Promise<Check> {
  const known = await selectCompaniesWithAdmin(sql);
  const without = (await selectCompanies(sql)).filter(({ id }) => !known.has(id));
  const [first] = without;
  if (!first) return ok('admins', 'Every company has an admin.');
  const names = without.slice(0, 5).map(({ id, name }) => `${id} (${name})`);
  return warning(
    'admins',
    `These companies have no admin, so nobody can change their settings, and mails to admins reach nobody: ${names.join(', ')}${without.length > 5 ? ' and others' : ''}.`,
    `transit users invite --company ${first.id} --email ADDRESS`,
  );
}

async function rosters(sql: Pool): Promise<Check> {
  const { unfinishedRuns, heldRuns, oldestUnfinishedSeconds } = await selectSyncState(sql);
  const message = `${unfinishedRuns} rosters wait to be applied, ${heldRuns} are held for approval.`;
  if (oldestUnfinishedSeconds > MAX_WAIT_SECONDS)
    return problem(
      'rosters',
      `${message} The oldest has waited for ${Math.round(oldestUnfinishedSeconds / 60)} minutes.`,
      'Check that a node runs that is not --role api, and read its log.',
    );
  return ok('rosters', message);
}

async function backups({ environment }: Config, sql: Pool): Promise<Check> {
  const age = await selectBackupAge(sql);
  const action =
    'Set up the nightly backup: docs/guides/administration.md, "Backup". If you back up the server itself, watch that instead.';
  if (age === null) {
    const message = 'No backup has been made with transit backup.';
    return environment === 'production' ? warning('backups', message, action) : ok('backups', message);
  }
  const message = `The newest backup is ${Math.round(age / 3600)} hours old.`;
  if (age > MAX_BACKUP_AGE_SECONDS)
    return warning('backups', message, `Read journalctl -u transit-backup. ${action}`);
  return ok('backups', message);
}
