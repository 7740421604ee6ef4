import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeForeignFiles } from '../../../src/platform/db/embedded/folder.ts';
import { newDataDir, open } from '../support/embedded.ts';

test('data of another major version is left unchanged, and the message explains how to migrate it', async (t) => {
  const dataDir = await newDataDir(t);
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await assert.rejects(open(t, dataDir, 'serve'), {
    code: 'data-folder-unusable',
    message:
      /made by PostgreSQL 17; this version of the service brings PostgreSQL 18\. Run transit backup with/,
  });
  assert.equal(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8'), '17\n');
});

test('the message names a file that stands in place of the data folder', async (t) => {
  const dataDir = await newDataDir(t);
  await writeFile(dataDir, '');
  for (const path of [dataDir, join(dataDir, 'below')])
    await assert.rejects(open(t, path, 'serve'), {
      code: 'data-folder-unusable',
      message: /is not a folder/,
    });
});

test('a place where the system makes no folders is refused and not waited for', {
  skip: !existsSync('/proc/self') && 'there is no /proc',
}, async (t) => {
  for (const path of ['/proc/transit', '/proc/transit/below'])
    await assert.rejects(open(t, path, 'serve'), {
      code: 'data-folder-unusable',
      message: /cannot be written to/,
    });
});

test('files that somebody else has put into the folder are named', async (t) => {
  const dataDir = await newDataDir(t);
  await mkdir(join(dataDir, 'secrets'), { recursive: true });
  await writeFile(join(dataDir, '.bashrc'), '');
  assert.equal(await describeForeignFiles(dataDir), undefined);
  assert.equal(await describeForeignFiles(join(dataDir, 'new')), undefined);
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'postgres.log'])
    await writeFile(join(dataDir, name), '');
  assert.match(
    (await describeForeignFiles(dataDir)) ?? '',
    /has other files: a\.txt, b\.txt, c\.txt and 1 more\./,
  );
});

test('the message names a folder that is not writable', {
  skip: process.getuid?.() === 0 && 'root may',
}, async (t) => {
  const dataDir = await newDataDir(t);
  await mkdir(dataDir);
  await chmod(dataDir, 0o500);
  await assert.rejects(open(t, dataDir, 'serve'), {
    code: 'data-folder-unusable',
    message: /cannot be written to \(EACCES\)/,
  });
});

test('a "postgres" folder that is not a database is left unchanged', async (t) => {
  const dataDir = await newDataDir(t);
  const mine = join(dataDir, 'postgres', 'mine.txt');
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(mine, 'precious');
  const refusal = { code: 'data-folder-unusable', message: /is no PostgreSQL database/ };
  await assert.rejects(open(t, dataDir, 'serve'), refusal);
  assert.equal(await readFile(mine, 'utf8'), 'precious');
  await rm(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres'), '');
  await assert.rejects(open(t, dataDir, 'serve'), refusal);
});

test('the message names a missing or wrong password, and a server that cannot start', async (t) => {
  const dataDir = await newDataDir(t);
  await (await open(t, dataDir, 'command')).close();
  const file = join(dataDir, 'secrets', 'database-password');
  const password = await readFile(file);
  await writeFile(file, 'wrong');
  await assert.rejects(open(t, dataDir, 'command'), {
    code: 'data-folder-unusable',
    message: /is not that of/,
  });
  await rm(file);
  await assert.rejects(open(t, dataDir, 'command'), { code: 'data-folder-unusable', message: /is missing/ });
  await writeFile(file, password);
  await writeFile(join(dataDir, 'postgres', 'postgresql.conf'), 'work_mem = lots\n');
  await assert.rejects(open(t, dataDir, 'command'), {
    code: 'embedded-database-failed',
    message: /does not start\n.*invalid value for parameter "work_mem"/,
  });
});
