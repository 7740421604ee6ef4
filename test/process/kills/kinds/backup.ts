import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { checkBackup } from '../../../../src/platform/backup/read-backup.ts';
import { Command } from '../command.ts';
import { Fault, faultUnless } from '../fault.ts';
import type { Kind } from '../kind.ts';

export const BACKUP_PASSPHRASE = 'correct horse battery staple';

/** The operator makes a backup while the service works. */
export const backup: Kind = {
  name: 'backup',
  needsOwnDatabases: true,
  async prepare({ place }) {
    const folder = await mkdtemp(join(tmpdir(), 'transit-kills-'));
    after(() => rm(folder, { recursive: true, force: true }));
    let file = '';
    let count = 0;
    const command = new Command(place, async () => existsSync(`${file}.unfinished`));
    /** A file under its final name is complete. */
    const check = async () => {
      try {
        await checkBackup({ file, passphrase: BACKUP_PASSPHRASE });
      } catch (error) {
        throw new Fault('half', `${file}: ${error}`);
      }
    };
    return {
      async start() {
        await rm(file, { force: true });
        file = join(folder, `${++count}.backup`);
        command.start(['backup', file], { BACKUP_PASSPHRASE });
      },
      hold: () => command.hold(),
      look: () => command.look(),
      kill: () => command.kill(),
      async wasInterrupted() {
        if (existsSync(file)) await check();
        return command.wasInterrupted();
      },
      // A killed command may have given the file its name, and not said so.
      isDone: async () => (!command.isRunning() && existsSync(file)) || (await command.hasSucceeded()),
      async check() {
        faultUnless(existsSync(file), 'lost', 'there is no file');
        await check();
      },
    };
  },
};
