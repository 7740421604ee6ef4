import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import { Progress } from '../../client/src/push/progress.ts';
import type { Manifest } from '../platform/backup/manifest.ts';
import { type BackupSource, checkBackup, openBackup } from '../platform/backup/read-backup.ts';
import { migrationsOf, refused, restoreBackup } from '../platform/backup/restore-backup.ts';
import { refuseOtherKey, writeSecretFiles } from '../platform/backup/secret-files.ts';
import { type Config, readBackupPassphrase, readConfig } from '../platform/config/config.ts';
import { checkServer } from '../platform/db/installation.ts';
import { openUnchecked } from '../platform/db/open.ts';
import type { Pool } from '../platform/db/types.ts';
import { type CommandProcess, processOf } from './command-process.ts';
import { readStoredSecrets } from './signing-key/stored-secrets.ts';

interface Options {
  passphraseFile?: string;
  secretKey?: true;
  trial?: true;
  json?: true;
}

export function addRestore(program: Command): void {
  const command = program
    .command('restore')
    .description('restore a backup into an empty database: a new DATA_DIR, or a new database on a server')
    .argument('<file>', 'a file that transit backup has made')
    .option('--passphrase-file <file>', 'read the passphrase from this file (default: BACKUP_PASSPHRASE)')
    .option('--secret-key', 'print the secret key of the backup, for SECRET_KEY_FILE, and restore nothing')
    .option(
      '--trial',
      'restore into a temporary folder with an embedded database, check it, and delete it again',
    )
    .option('--json', 'print the result as one JSON value')
    .addHelpText(
      'after',
      `
The whole file is checked first. A restore that fails leaves the database as it was.
A backup of an older version is migrated. The version of PostgreSQL may be another one.`,
    )
    .action(async (file: string, options: Options) => {
      const own = processOf(command);
      const passphrase = readBackupPassphrase(options.passphraseFile, own.env);
      const progress = new Progress(own.stderr);
      try {
        await restore(file, passphrase, options, progress, own);
      } finally {
        progress.clear();
      }
    });
}

async function restore(
  file: string,
  passphrase: string,
  { secretKey, trial, json }: Options,
  progress: Progress,
  { env, stdout }: CommandProcess,
): Promise<void> {
  const read = (what: string) => ({
    file,
    passphrase,
    onProgress: (part: number) => progress.show(part, what),
  });
  if (!secretKey) readConfig(env);
  const manifest = await checkBackup(read('checking the file'));
  if (secretKey) {
    stdout.write(`${manifest.secretKeys.join('\n')}\n`);
    return;
  }
  const folder = trial ? await makeTrialFolder() : undefined;
  const config = folder === undefined ? readConfig(env) : trialConfig(readConfig(env), folder);
  try {
    await restoreInto(config, manifest, read, {
      progress,
      stdout,
      isTrial: folder !== undefined,
      isJson: json === true,
      file,
    });
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Root runs the embedded server as another user, who has to pass through. */
async function makeTrialFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'transit-trial-'));
  await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  return folder;
}

/** The settings of this installation, except those that say where its data is: the backup brings its own key. */
function trialConfig(config: Config, folder: string): Config {
  return {
    ...config,
    databaseUrl: undefined,
    secretKeys: undefined,
    secretKeyFile: undefined,
    dataDir: join(folder, 'data'),
  };
}

async function restoreInto(
  config: Config,
  manifest: Manifest,
  read: (what: string) => BackupSource,
  {
    progress,
    stdout,
    isTrial,
    isJson,
    file,
  }: { progress: Progress; stdout: Writable; isTrial: boolean; isJson: boolean; file: string },
): Promise<void> {
  if (manifest.environment !== config.environment)
    throw refused(`The backup belongs to ${manifest.environment}, but TRANSIT_ENV is ${config.environment}.`);
  migrationsOf(manifest);
  await refuseOtherKey(config, manifest);
  // As `serve`: no service may run on the folder meanwhile.
  const database = await openUnchecked(config, 'serve');
  let removeFiles = async () => {};
  try {
    await checkServer(database.sql);
    const restored = await restoreBackup(database.server.target, openBackup(read('restoring')), async () => {
      removeFiles = await writeSecretFiles(config, manifest);
    });
    progress.clear();
    const { takenAt, version } = manifest;
    const { rows, tables, leftOut, migrated } = restored;
    const next = isTrial
      ? await describeTrial(database.sql, manifest)
      : 'Start the service now. HR systems must send rosters again that were accepted after the backup.';
    const lines = [
      `Restored ${rows} rows of ${tables} tables as of ${takenAt}, from version ${version}.`,
      ...(migrated > 0 ? [`${migrated} newer migrations were applied.`] : []),
      ...leftOut.map((table) => `The table ${table} is no part of the service and was left out.`),
      next,
    ];
    stdout.write(
      `${isJson ? JSON.stringify({ file, takenAt, version, ...restored }, null, 2) : lines.join('\n')}\n`,
    );
  } catch (error) {
    await removeFiles();
    throw error;
  } finally {
    await database.close();
  }
}

async function describeTrial(sql: Pool, { secretKeys }: Manifest): Promise<string> {
  const stored = await readStoredSecrets(sql, secretKeys);
  const opened = stored.filter(({ isOpened }) => isOpened).length;
  return (
    `The trial has worked: its key opens ${opened} of ${stored.length} stored secrets. The restored database is deleted again; ` +
    'nothing else was changed.'
  );
}
