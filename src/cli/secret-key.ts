import type { Command } from 'commander';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { readConfig } from '../platform/config/config.ts';
import { loadSecretKeys } from '../platform/config/secret-keys.ts';
import { allowLong } from '../platform/db/limit-transactions.ts';
import { openDatabase } from '../platform/db/open.ts';
import { processOf } from './command-process.ts';
import { confirm } from './confirm.ts';
import { replaceKey } from './signing-key/replace-key.ts';
import { readStoredSecrets } from './signing-key/stored-secrets.ts';

export function addSecretKey(program: Command): void {
  const secretKey = program.command('secret-key').description('manage the key that signs links');
  const replace = secretKey
    .command('replace')
    .description('let the first key of SECRET_KEY sign from now on, although the earlier key is lost')
    .option('--yes', 'do not ask; needed without a terminal')
    .addHelpText(
      'after',
      '\nOnly after a loss: to change a key that you have, add the new one to SECRET_KEY (docs/operating.md).',
    );
  // Not `withDatabase`: that refuses keys that the database does not know.
  replace.action(async () => {
    const { env, stdout } = processOf(replace);
    const config = readConfig(env);
    const database = await openDatabase(config, 'command');
    try {
      const keys = await loadSecretKeys(config);
      const lost = (await readStoredSecrets(database.sql, keys)).filter(({ isOpened }) => !isOpened);
      await confirm(
        replace,
        [
          'Without the earlier key, these end for ever:',
          '  links to wallets, contracts, employees’ pages and opt-outs that were handed out before',
          `  stored secrets that must be entered or rotated again: ${lost.map(({ what }) => what).join(', ') || 'none'}`,
        ],
        'Replace the key?',
      );
      const companies = await database.bulk.begin(async (tx) => {
        allowLong(tx);
        return await replaceKey(tx, OPERATOR, keys[0] ?? '');
      });
      stdout.write(
        `The first key of SECRET_KEY signs from now on. The audit log of ${companies === 1 ? 'the company' : `all ${companies} companies`} says so. Restart all nodes.\n`,
      );
    } finally {
      await database.close();
    }
  });
}
