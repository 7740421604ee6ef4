import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { prepareFolder } from './folder.ts';
import { clearStaleLocks } from './postmaster.ts';

/** A living program that is no server: this one. */
const STALE = `${process.pid}\n`;

async function newCluster(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'transit-locks-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const folder = await prepareFolder(dataDir);
  await mkdir(folder.cluster);
  return { folder, file: join(folder.cluster, 'postmaster.pid') };
}

test('a lock file is removed if its process is no server', async (t) => {
  const { folder, file } = await newCluster(t);
  await writeFile(file, STALE);
  await clearStaleLocks(folder);
  assert.deepEqual(await readdir(folder.cluster), []);
});

test('the lock file of a server that another process starts meanwhile stays', async (t) => {
  const { folder, file } = await newCluster(t);
  // A pipe: its reader goes on only when the writer has closed it, and by then the other server's file is in its place.
  execFileSync('mkfifo', [file]);
  const clearing = clearStaleLocks(folder);
  const pipe = await open(file, 'w');
  await pipe.write(STALE);
  await writeFile(`${file}.new`, 'of the other server');
  await rename(`${file}.new`, file);
  await pipe.close();
  await clearing;
  assert.equal(await readFile(file, 'utf8'), 'of the other server');
  assert.deepEqual(await readdir(folder.cluster), ['postmaster.pid']);
});
