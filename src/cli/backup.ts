import type { Command } from 'commander';
import { Progress } from '../../client/src/push/progress.ts';
import { noteBackup } from '../platform/backup/newest-backup.ts';
import { readSecretFiles } from '../platform/backup/secret-files.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { readBackupPassphrase, readConfig } from '../platform/config/config.ts';
import { readSecretKeys } from '../platform/config/secret-keys.ts';
import { refuseGuessablePassphrase } from '../platform/config/secrets.ts';
import { refuseOtherEnvironment } from '../platform/db/installation.ts';
import { hasEmbeddedDatabase, openUnchecked } from '../platform/db/open.ts';
import { AppError, errorText } from '../platform/errors.ts';
import { processOf } from './command-process.ts';
import { requireKey } from './signing-key/require-key.ts';

export function addBackup(program: Command): void {
  const command = program
    .command('backup')
    .description(
      'write an encrypted backup of the database and the secrets to a file, while the service runs',
    )
    .argument('<file>', 'the file to create; an existing one is not replaced')
    .option('--passphrase-file <file>', 'read the passphrase from this file (default: BACKUP_PASSPHRASE)')
    .option('--json', 'print the result as one JSON value')
    .action(async (file: string, { passphraseFile, json }: { passphraseFile?: string; json?: true }) => {
      const { env, stdout, stderr } = processOf(command);
      const passphrase = readBackupPassphrase(passphraseFile, env);
      const config = readConfig(env);
      refuseGuessablePassphrase(passphrase, config.environment);
      if (!config.databaseUrl && !hasEmbeddedDatabase(config))
        throw new AppError('data-folder-unusable', `There is no database in ${config.dataDir} to back up.`);
      const progress = new Progress(stderr);
      const database = await openUnchecked(config, 'command');
      try {
        await refuseOtherEnvironment(database.sql, config.environment);
        // A backup with another key could not be restored to anything useful.
        await requireKey(database.sql, config);
        const summary = await writeBackup(file, {
          target: database.server.target,
          environment: config.environment,
          secretKeys: (await readSecretKeys(config)) ?? [],
          files: await readSecretFiles(config),
          passphrase,
          onProgress: (part, table) => progress.show(part, table),
        });
        progress.clear();
        const { rows, tables, bytes, takenAt } = summary;
        // The backup is good, whether or not its time can be noted: a database of an older version has no place for it.
        await noteBackup(database.sql, takenAt).catch((error) =>
          stderr.write(
            `warning: The backup is complete, but its time was not noted: ${errorText(error)}. Doctor and metrics do not know of it.\n`,
          ),
        );
        const text = `${file}: ${rows} rows of ${tables} tables as of ${takenAt}, ${(bytes / 2 ** 20).toFixed(1)} MiB, encrypted.`;
        stdout.write(`${json ? JSON.stringify({ file, ...summary }, null, 2) : text}\n`);
      } finally {
        progress.clear();
        await database.close();
      }
    });
}
