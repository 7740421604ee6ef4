import type { Command } from 'commander';
import { Progress } from '../../client/src/push/progress.ts';
import { readSecretFiles } from '../backup/secret-files.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { refuseGuessablePassphrase } from '../config/secrets.ts';
import { readBackupPassphrase, readConfig } from '../config.ts';
import { isCoordinator } from '../db/distribute.ts';
import { refuseOtherEnvironment } from '../db/installation.ts';
import { hasEmbeddedDatabase, openUnchecked } from '../db/open.ts';
import { AppError } from '../errors.ts';
import { readSecretKeys } from '../secret-keys.ts';
import { requireKey } from '../signing-key/require-key.ts';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description(
      'write an encrypted backup of the database and the secrets to a file, while the service runs',
    )
    .argument('<file>', 'the file to create; an existing one is not replaced')
    .option('--passphrase-file <file>', 'read the passphrase from this file (default: BACKUP_PASSPHRASE)')
    .option('--json', 'print the result as one JSON value')
    .action(async (file: string, { passphraseFile, json }: { passphraseFile?: string; json?: true }) => {
      const passphrase = readBackupPassphrase(passphraseFile);
      const config = readConfig();
      refuseGuessablePassphrase(passphrase, config.environment);
      if (!config.databaseUrl && !hasEmbeddedDatabase(config))
        throw new AppError('data-folder-unusable', `There is no database in ${config.dataDir} to back up.`);
      const progress = new Progress(process.stderr);
      const database = await openUnchecked(config, 'command');
      try {
        await refuseOtherEnvironment(database.sql, config.environment);
        // A backup with another key could not be restored to anything useful.
        await requireKey(database.sql, config);
        if (await isCoordinator(database.sql))
          throw new AppError(
            'backup-unusable',
            'The database is a cluster: a backup over all its servers would not be of one moment. Back up the servers themselves.',
          );
        const summary = await writeBackup(file, {
          target: database.target,
          environment: config.environment,
          secretKeys: (await readSecretKeys(config)) ?? [],
          files: await readSecretFiles(config),
          passphrase,
          onProgress: (part, table) => progress.show(part, table),
        });
        progress.clear();
        const { rows, tables, bytes, takenAt } = summary;
        const text = `${file}: ${rows} rows of ${tables} tables as of ${takenAt}, ${(bytes / 2 ** 20).toFixed(1)} MiB, encrypted.`;
        process.stdout.write(`${json ? JSON.stringify({ file, ...summary }, null, 2) : text}\n`);
      } finally {
        progress.clear();
        await database.close();
      }
    });
}
