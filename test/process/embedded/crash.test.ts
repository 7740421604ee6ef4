import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import postgres from 'postgres';
import { until } from '../../pure/support/until.ts';
import {
  afterwards,
  connectionOf,
  hold,
  killHard,
  makeDataDir,
  open,
  postmasterPid,
  query,
  removeDataDir,
} from '../support/embedded.ts';

const dataDir = await makeDataDir();
after(() => removeDataDir(dataDir));

test('after kill -9 of the service the next service takes over the running server', async (t) => {
  const holder = await hold(t, dataDir, 'serve');
  await query(connectionOf(holder), 'create table kept as select 1 as one');
  const server = postmasterPid(dataDir);
  // Kills the whole process group, like Ctrl-C at a terminal.
  process.kill(-holder.pid, 'SIGKILL');
  const { connection } = await open(t, dataDir, 'serve');
  assert.equal(postmasterPid(dataDir), server);
  assert.deepEqual(await query(connection, 'select one from kept'), [{ one: 1 }]);
});

test('after kill -9 of the server a running serve restarts it, and still excludes a second serve', async (t) => {
  const holder = await hold(t, dataDir, 'serve');
  const connection = connectionOf(holder);
  for (let round = 1; round <= 2; round++) {
    await query(connection, `create table kept${round} ()`);
    await killHard(serverOf(dataDir));
    await until('the server is back', () => query(connection, `select * from kept${round}`).then(yes, no));
  }
  await until('it serves again', async () => {
    const { answer } = await hold(t, dataDir, 'serve');
    return 'code' in answer && answer.code === 'data-folder-in-use';
  });
  assert.equal(await holder.close(), 0);
  assert.equal(postmasterPid(dataDir), undefined, 'the one it brought back is stopped too');
});

test('after kill -9 of both no written data is lost', async (t) => {
  const holder = await hold(t, dataDir, 'serve');
  await query(connectionOf(holder), 'create table kept_too as select 2 as two');
  await Promise.all([killHard(holder.pid), killHard(serverOf(dataDir))]);
  const { connection } = await open(t, dataDir, 'serve');
  assert.deepEqual(await query(connection, 'select two from kept_too'), [{ two: 2 }]);
});

test('a start waits until the last process of a killed server has released the shared memory', async (t) => {
  const database = await open(t, dataDir, 'command');
  const sql = postgres({ ...database.connection, max: 1 });
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const lingering = backend?.pid ?? assert.fail();
  process.kill(lingering, 'SIGSTOP');
  afterwards(t, () => sql.end({ timeout: 0 }));
  await killHard(serverOf(dataDir));
  const log = join(dataDir, 'postgres.log');
  const { size } = await stat(log);
  const opening = open(t, dataDir, 'command');
  await until('the start met the memory in use', async () =>
    (await readFile(log, 'utf8')).slice(size).includes('pre-existing shared memory block'),
  );
  process.kill(lingering, 'SIGKILL');
  assert.deepEqual(await query((await opening).connection, 'select 1 as one'), [{ one: 1 }]);
});

test('a start succeeds after kill -9 of the server during a transaction that has created an unlogged table', async (t) => {
  const { connection } = await open(t, dataDir, 'command');
  const sql = postgres({ ...connection, max: 1 });
  afterwards(t, () => sql.end({ timeout: 0 }));
  await sql`begin`;
  await sql`create unlogged table unfinished (id int primary key)`;
  // Its commit also writes the log of the other transaction to disk.
  await query(connection, 'create table finished ()');
  await killHard(serverOf(dataDir));
  const again = await open(t, dataDir, 'command');
  const tables = await query(again.connection, "select relname from pg_class where relname ~ 'finished$'");
  assert.deepEqual(tables, [{ relname: 'finished' }]);
});

test('closing while the server is down succeeds', async (t) => {
  const served = await open(t, dataDir, 'serve');
  const used = await open(t, dataDir, 'command');
  await killHard(serverOf(dataDir));
  await Promise.all([served.close(), used.close()]);
  const { connection } = await open(t, dataDir, 'serve');
  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }]);
});

test('lock files whose process id now belongs to another program do not block a start', async (t) => {
  await (await open(t, dataDir, 'command')).close();
  const cluster = join(dataDir, 'postgres');
  const owner = await stat(cluster);
  const stranger = startUnrelatedProgram(t, owner);
  for (const file of [join(cluster, 'postmaster.pid'), join(dataDir, 'run', '.s.PGSQL.5432.lock')]) {
    await writeFile(file, `${stranger}\n${cluster}\n1700000000\n5432\n${join(dataDir, 'run')}\n\n`);
    await chown(file, owner.uid, owner.gid);
  }
  const { connection } = await open(t, dataDir, 'serve');
  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }]);
  assert.doesNotThrow(() => process.kill(stranger, 0), 'the other program was left alone');
});

/** Starts a program as the server's user: PostgreSQL takes its process id for that of a running server. */
function startUnrelatedProgram(t: TestContext, { uid, gid }: { uid: number; gid: number }): number {
  const child = spawn('sleep', ['600'], { cwd: '/', ...(process.getuid?.() === 0 ? { uid, gid } : {}) });
  afterwards(t, () => child.kill('SIGKILL'));
  return child.pid ?? assert.fail('sleep did not start');
}

const yes = () => true;
const no = () => false;

function serverOf(dataDir: string): number {
  return postmasterPid(dataDir) ?? assert.fail('no server is running');
}
