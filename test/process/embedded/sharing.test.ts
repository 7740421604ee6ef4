import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  connectionOf,
  hold,
  makeDataDir,
  open,
  postmasterPid,
  query,
  removeDataDir,
} from '../support/embedded.ts';

const dataDir = await makeDataDir();
after(() => removeDataDir(dataDir));

test('a second serve is refused, a command is admitted', async (t) => {
  const serving = await hold(t, dataDir, 'serve');
  await assert.rejects(open(t, dataDir, 'serve'), {
    code: 'data-folder-in-use',
    message: `Another transit serve is already running on ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
  });
  const command = await open(t, dataDir, 'command');
  assert.deepEqual(await query(command.connection, 'select 1 as one'), [{ one: 1 }]);
  await command.close();
  assert.deepEqual(await query(connectionOf(serving), 'select 1 as one'), [{ one: 1 }]);
});

test('a command that started the server leaves it running for a later serve', async (t) => {
  const command = await hold(t, dataDir, 'command');
  const server = postmasterPid(dataDir);
  const serving = await open(t, dataDir, 'serve');
  assert.equal(await command.close(), 0);
  assert.deepEqual(await query(serving.connection, 'select 1 as one'), [{ one: 1 }]);
  assert.equal(postmasterPid(dataDir), server);
  await serving.close();
  assert.equal(postmasterPid(dataDir), undefined);
});

test('a serve that ends leaves the server running for an active command, which stops it', async (t) => {
  const serving = await open(t, dataDir, 'serve');
  const command = await hold(t, dataDir, 'command');
  await serving.close();
  assert.deepEqual(await query(connectionOf(command), 'select 1 as one'), [{ one: 1 }]);
  assert.equal(await command.close(), 0);
  assert.equal(postmasterPid(dataDir), undefined);
});

test('a process that starts while the server is being stopped gets a new server', async (t) => {
  const comeAndGo = async () => {
    for (let round = 0; round < 4; round++) {
      const database = await open(t, dataDir, 'command');
      assert.deepEqual(await query(database.connection, 'select 1 as one'), [{ one: 1 }]);
      await database.close();
    }
  };
  await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
  assert.equal(postmasterPid(dataDir), undefined, 'the last one out stopped it');
});
