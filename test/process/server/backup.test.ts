import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connect } from '../../../src/platform/db/connect.ts';
import { openEmbeddedDatabase } from '../../../src/platform/db/embedded/open.ts';
import { allRows } from '../../database/platform/backup/rows.ts';
import { createDemoDatabase } from '../../database/support/demo.ts';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { getJson, makePlace, type Place, post, runInProcess, serve } from '../support/program.ts';

// The move from a server to the embedded database and back, which is also the move between versions of PostgreSQL: with
// TEST_DATABASE_URL the server is another version than the embedded one.

const BACKUP_PASSPHRASE = 'correct horse battery staple';
const SECRET_KEY = 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U';
const folder = await mkdtemp(join(tmpdir(), 'transit-backup-'));
after(() => rm(folder, { recursive: true, force: true }));
const { database: first, demo } = await createDemoDatabase();
const second = await createTestDatabase({ empty: true });

async function succeed(place: Place, args: string[], variables = {}): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(place, args, { BACKUP_PASSPHRASE, ...variables });
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return stdout;
}

async function rowsOf(place: Place) {
  const embedded = await openEmbeddedDatabase({ dataDir: place.dataDir, purpose: 'command' });
  const database = connect(embedded.connection);
  try {
    return await allRows(database.sql);
  } finally {
    await database.close();
    await embedded.close();
  }
}

test('a backup moves from a server to the embedded database and back, with an accepted roster', async () => {
  const server = await makePlace({ DATABASE_URL: urlOf(first.server.target), SECRET_KEY });
  // Nobody applies rosters here.
  const node = await serve(server, {}, '--role', 'api');
  const { key } = demo;
  const roster = {
    syncId: 'accepted before the backup',
    employees: [
      {
        ...{ hrId: 'NEW-1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
        ...{ dateOfBirth: '1990-12-10', startDate: '2020-01-01' },
      },
    ],
  };
  assert.equal((await post(`${server.url}/hr-integrations/1/sync`, key, JSON.stringify(roster))).status, 204);
  const file = join(folder, 'server.backup');
  await succeed(server, ['backup', file]);
  const before = await allRows(first.sql);
  await node.stop();

  const place = await makePlace();
  assert.match(await succeed(place, ['restore', file]), /^Restored \d+ rows of \d+ tables as of 20/);
  assert.deepEqual(await rowsOf(place), before);
  assert.equal((await readFile(join(place.dataDir, 'secrets/secret-key'), 'utf8')).trim(), SECRET_KEY);

  const embedded = await serve(place);
  assert.doesNotMatch(embedded.stdout(), /password/, 'no second demo');
  await until('the accepted roster is applied', async () => {
    const { data } = await getJson<{ data: { data: { status: string }[] } }>(
      `${place.url}/hr-integrations/1/syncs`,
      key,
    );
    return data.data[0]?.status === 'succeeded';
  });
  await succeed(place, ['backup', join(folder, 'running.backup')]);
  await embedded.stop();
  const stopped = join(folder, 'stopped.backup');
  await succeed(place, ['backup', stopped]);
  const after = await rowsOf(place);

  const back = await makePlace({ DATABASE_URL: urlOf(second.server.target) });
  const printed = await succeed(back, ['restore', stopped, '--secret-key']);
  assert.equal(printed.trim(), SECRET_KEY);
  await succeed(back, ['restore', stopped], { SECRET_KEY });
  assert.deepEqual(await allRows(second.sql), after);
});

test('a restore says why it is refused, and changes nothing', async () => {
  const file = join(folder, 'stopped.backup');
  const damaged = join(folder, 'damaged.backup');
  const bytes = await readFile(file);
  await writeFile(damaged, bytes.subarray(0, -1));
  const place = await makePlace();
  const cases: [string, string, RegExp, Record<string, string>][] = [
    [
      'another passphrase',
      file,
      /passphrase is not the one of this backup/,
      { BACKUP_PASSPHRASE: 'something else' },
    ],
    ['no passphrase', file, /BACKUP_PASSPHRASE must be set/, { BACKUP_PASSPHRASE: '' }],
    ['an incomplete file', damaged, /damaged or incomplete. Nothing was restored/, {}],
    ['another file', join(import.meta.dirname, 'backup.test.ts'), /is no backup of this service/, {}],
    ['no file', join(folder, 'none'), /cannot be read \(ENOENT\)/, {}],
    [
      'the other environment',
      file,
      /belongs to staging, but TRANSIT_ENV is production/,
      { TRANSIT_ENV: 'production' },
    ],
    [
      'another secret key',
      file,
      /SECRET_KEY is not the key of this backup/,
      { SECRET_KEY: SECRET_KEY.toUpperCase() },
    ],
    [
      'a used database',
      file,
      /database is not empty/,
      { DATABASE_URL: urlOf(first.server.target), SECRET_KEY },
    ],
  ];
  for (const [what, name, message, variables] of cases) {
    const { code, stdout, stderr } = await runInProcess(place, ['restore', name], {
      BACKUP_PASSPHRASE,
      ...variables,
    });
    assert.deepEqual([code, stdout], [1, ''], what);
    assert.match(stderr, message, what);
    assert.match(stderr, /^transit: [^\n]+\n$/, 'one line');
  }
  assert.equal(existsSync(place.dataDir), false);
});
