import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { migrate } from '../../../../src/platform/db/migrate.ts';
import type { Target } from '../../../../src/platform/db/types.ts';
import { allRows } from '../../../database/platform/backup/rows.ts';
import { TestCompany } from '../../../database/support/test-company.ts';
import { urlOf } from '../../../database/support/test-server.ts';
import { runInProcess } from '../../support/program.ts';
import { Command } from '../command.ts';
import { Fault } from '../fault.ts';
import { connectTo, isInTransaction, SECRET_KEY } from '../installation.ts';
import type { Kind } from '../kind.ts';
import { BACKUP_PASSPHRASE } from './backup.ts';

const PEOPLE = 3_000;

/** The operator restores a backup into an empty database. */
export const restore: Kind = {
  name: 'restore',
  needsOwnDatabases: true,
  async prepare({ place, databases }) {
    if (!databases) throw new Error('a restore needs databases');
    const folder = await mkdtemp(join(tmpdir(), 'transit-kills-'));
    after(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'backup');
    const own = (target: Target) => ({ DATABASE_URL: urlOf(target), SECRET_KEY, BACKUP_PASSPHRASE });
    await databases.create('backed_up');
    const source = databases.target('backed_up');
    const rows = await connectTo(source, async (sql) => {
      await migrate(sql);
      const { id } = await TestCompany.create(sql, '2031-03-10');
      await sql`
        insert into employees (company_id, first_name, last_name, email, date_of_birth)
        select ${id}, 'Ada', 'P' || n, 'p' || n || '@example.com', '1990-01-01' from generate_series(1, ${PEOPLE}::int) n`;
      const { code, stderr } = await runInProcess(place, ['backup', file], own(source));
      if (code !== 0) throw new Error(stderr);
      return await allRows(sql);
    });
    let name = '';
    let count = 0;
    const command = new Command(place, () => isInTransaction(databases.target(name)));
    const tables = () =>
      connectTo(
        databases.target(name),
        (sql) => sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`,
      );
    const check = async () => {
      const restored = await connectTo(databases.target(name), allRows);
      if (!isDeepStrictEqual(restored, rows)) {
        const [table] = Object.keys(rows).filter((each) => !isDeepStrictEqual(restored[each], rows[each]));
        throw new Fault(
          'half',
          `${table} has ${restored[table ?? '']?.length} rows of ${rows[table ?? '']?.length}`,
        );
      }
    };
    return {
      async start() {
        if (name) await databases.drop(name);
        name = `restored_${++count}`;
        await databases.create(name);
        command.start(['restore', file], own(databases.target(name)));
      },
      hold: () => command.hold(),
      look: () => command.look(),
      kill: () => command.kill(),
      async wasInterrupted() {
        // Nothing or everything: a killed restore may have committed, and not said so.
        if (!command.isRunning() && (await tables()).length > 0) await check();
        return command.wasInterrupted();
      },
      isDone: async () => {
        if (command.isRunning()) return false;
        return (await tables()).length > 0 || (await command.hasSucceeded());
      },
      check,
    };
  },
};
