import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeMissingLinks } from './binaries.ts';

test('library links that npm did not make are made, those it made are kept', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'transit-embedded-'));
  t.after(() => rm(folder, { recursive: true }));
  const inLibrary = (name: string) => join('native', 'lib', name);
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  await writeFile(join(folder, inLibrary('libx.so.1.2')), 'library');
  await symlink('libx.so.1.2', join(folder, inLibrary('libx.so')));
  const links = ['libx.so', 'libx.so.1'].map((name) => ({
    source: inLibrary('libx.so.1.2'),
    target: inLibrary(name),
  }));
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  await makeMissingLinks(folder);
  for (const { target } of links) assert.equal(await readFile(join(folder, target), 'utf8'), 'library');
});
