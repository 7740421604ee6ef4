import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import {
  afterwards,
  connectionOf,
  hold,
  makeDataDir,
  newDataDir,
  open,
  postmasterPid,
  query,
  removeDataDir,
} from '../support/embedded.ts';

const dataDir = await makeDataDir();
after(() => removeDataDir(dataDir));

test('written data is there after closing and opening again', async (t) => {
  const first = await open(t, dataDir, 'serve');
  await query(first.connection, `create table note as select 'Grüße' as text`);
  await first.close();
  await first.close();
  assert.equal(postmasterPid(dataDir), undefined, 'the server is stopped');
  const again = await open(t, dataDir, 'serve');
  assert.deepEqual(await query(again.connection, 'select text from note'), [{ text: 'Grüße' }]);
});

test('the service is not a superuser, and case folding is the same on every system', async (t) => {
  const { connection } = await open(t, dataDir, 'command');
  const [row] = await query(
    connection,
    `select rolsuper or rolcreaterole as powerful, lower('ÄÖÜ') as lower, pg_encoding_to_char(encoding) as encoding
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  );
  assert.deepEqual(row, { powerful: false, lower: 'äöü', encoding: 'UTF8' });
});

test('the server is reachable only through its private socket folder, with the password', async (t) => {
  const { connection } = await open(t, dataDir, 'command');
  const [row] = await query(connection, `select current_setting('listen_addresses') as addresses`);
  assert.deepEqual(row, { addresses: '' });
  assert.match(await readFile(join(dataDir, 'secrets', 'database-password'), 'utf8'), /^[\w-]{43}\n$/);
  for (const [path, mode] of Object.entries({
    run: 0o700,
    secrets: 0o700,
    'secrets/database-password': 0o600,
    'secrets/superuser-password': 0o600,
  }))
    assert.equal((await stat(join(dataDir, path))).mode & 0o777, mode, path);
  for (const username of ['transit', 'postgres'])
    await assert.rejects(query({ ...connection, username, password: 'wrong' }, 'select 1'), {
      code: '28P01',
    });
});

test('the superuser has its own password, also in a folder from before and after a crash in between', async (t) => {
  const file = join(dataDir, 'secrets', 'superuser-password');
  const secret = async (path: string) => (await readFile(path, 'utf8')).trim();
  const shared = await secret(join(dataDir, 'secrets', 'database-password'));
  const opened = async () => {
    const database = await open(t, dataDir, 'command');
    const superuser = { ...database.connection, username: 'postgres', database: 'postgres' };
    await assert.rejects(query({ ...superuser, password: shared }, 'select 1'), { code: '28P01' });
    const own = await secret(file);
    const asSuperuser = (statement: string) => query({ ...superuser, password: own }, statement);
    await asSuperuser('select 1');
    return { ...database, own, asSuperuser };
  };
  const first = await opened();
  assert.notEqual(first.own, shared);

  // A folder from before: both roles have the same password.
  await first.asSuperuser(`alter role postgres password '${shared}'`);
  await first.close();
  await rm(file);
  const second = await opened();
  await second.close();
  assert.notEqual(second.own, first.own);

  // The process was killed after it had set the password.
  await rename(file, `${file}.next`);
  const third = await opened();
  await third.close();
  assert.equal(third.own, second.own);
});

test('the log contains neither statements nor details of errors', async (t) => {
  const { connection } = await open(t, dataDir, 'command');
  await query(connection, 'create table person (email text primary key)');
  await query(connection, `insert into person values ('canary')`);
  await assert.rejects(query(connection, `insert into person values ('canary')`), { code: '23505' });
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  assert.match(log, /duplicate key/);
  assert.doesNotMatch(log, /canary/);
});

test('processes that start at once on a folder with an unfinished installation share one database', async (t) => {
  const dataDir = await newDataDir(t);
  // No process has this id: it is above the range of Linux and macOS.
  await mkdir(join(dataDir, 'postgres.new-99999999-abc'), { recursive: true });
  await chmod(dataDir, 0o711);
  await writeFile(join(dataDir, 'postgres.new-99999999-abc.password'), 'secret');
  const [one, other] = await Promise.all([hold(t, dataDir, 'command'), hold(t, dataDir, 'command')]);
  await query(connectionOf(one), 'create table met as select 1 as one');
  assert.deepEqual(await query(connectionOf(other), 'select * from met'), [{ one: 1 }]);
  for (const holder of [one, other]) assert.equal(await holder.close(), 0);
  assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres.log', 'run', 'secrets']);
});

test('a data folder works whose path is too long for a socket and contains a comma', async (t) => {
  const dataDir = join(await newDataDir(t), 'long, '.repeat(30), 'data');
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o711 });
  const { connection, close } = await open(t, dataDir, 'serve');
  afterwards(t, () => rm(connection.host, { recursive: true }));
  const socketFolder = await stat(connection.host);
  assert.equal(socketFolder.mode & 0o777, 0o700);
  assert.ok(connection.host.length < 80 && !connection.host.startsWith(dataDir));
  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }]);
  await close();
  assert.equal(postmasterPid(dataDir), undefined);
});

test('a large log is rotated at a start', async (t) => {
  await (await open(t, dataDir, 'command')).close();
  await truncate(join(dataDir, 'postgres.log'), 21 * 1024 * 1024);
  await (await open(t, dataDir, 'command')).close();
  assert.equal((await stat(join(dataDir, 'postgres.log.1'))).size, 21 * 1024 * 1024);
  assert.ok((await stat(join(dataDir, 'postgres.log'))).size < 10_000);
});
