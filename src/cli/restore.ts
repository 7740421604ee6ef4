import type { Command } from 'commander';
import { Progress } from '../../client/src/push/progress.ts';
import { checkBackup, openBackup } from '../backup/read-backup.ts';
import { migrationsOf, refused, restoreBackup } from '../backup/restore-backup.ts';
import { refuseOtherKey, writeSecretFiles } from '../backup/secret-files.ts';
import { readBackupPassphrase, readConfig } from '../config.ts';
import { checkServer } from '../db/installation.ts';
import { openUnchecked } from '../db/open.ts';

interface Options {
  passphraseFile?: string;
  secretKey?: true;
  json?: true;
}

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into an empty database: a new DATA_DIR, or a new database on a server')
    .argument('<file>', 'a file that transit backup has made')
    .option('--passphrase-file <file>', 'read the passphrase from this file (default: BACKUP_PASSPHRASE)')
    .option('--secret-key', 'print the secret key of the backup, for SECRET_KEY_FILE, and restore nothing')
    .option('--json', 'print the result as one JSON value')
    .addHelpText(
      'after',
      `
The whole file is checked first. A restore that fails leaves the database as it was.
A backup of an older version is migrated. The version of PostgreSQL may be another one.`,
    )
    .action(async (file: string, options: Options) => {
      const passphrase = readBackupPassphrase(options.passphraseFile);
      const progress = new Progress(process.stderr);
      try {
        await restore(file, passphrase, options, progress);
      } finally {
        progress.clear();
      }
    });
}

async function restore(
  file: string,
  passphrase: string,
  { secretKey, json }: Options,
  progress: Progress,
): Promise<void> {
  const read = (what: string) => ({
    file,
    passphrase,
    onProgress: (part: number) => progress.show(part, what),
  });
  if (!secretKey) readConfig();
  const manifest = await checkBackup(read('checking the file'));
  if (secretKey) {
    process.stdout.write(`${manifest.secretKeys.join('\n')}\n`);
    return;
  }
  const config = readConfig();
  if (manifest.environment !== config.environment)
    throw refused(`The backup belongs to ${manifest.environment}, but TRANSIT_ENV is ${config.environment}.`);
  migrationsOf(manifest);
  await refuseOtherKey(config, manifest);
  // As `serve`: no service may run on the folder meanwhile.
  const database = await openUnchecked(config, 'serve');
  let removeFiles = async () => {};
  try {
    await checkServer(database.sql);
    const restored = await restoreBackup(database.target, openBackup(read('restoring')), async () => {
      removeFiles = await writeSecretFiles(config, manifest);
    });
    progress.clear();
    const { takenAt, version } = manifest;
    const { rows, tables, leftOut, migrated } = restored;
    const lines = [
      `Restored ${rows} rows of ${tables} tables as of ${takenAt}, from version ${version}.`,
      ...(migrated > 0 ? [`${migrated} newer migrations were applied.`] : []),
      ...leftOut.map((table) => `The table ${table} is no part of the service and was left out.`),
      'Start the service now. HR systems must send rosters again that were accepted after the backup.',
    ];
    process.stdout.write(
      `${json ? JSON.stringify({ file, takenAt, version, ...restored }, null, 2) : lines.join('\n')}\n`,
    );
  } catch (error) {
    await removeFiles();
    throw error;
  } finally {
    await database.close();
  }
}
