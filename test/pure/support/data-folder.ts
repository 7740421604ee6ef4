import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH = 6 * 1024 ** 3;

/**
 * Makes a folder for a database, in memory if there is enough. A database of its own for each test file means thousands of
 * files, and half of what the server's kernel time creates and deletes them on a disk.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  const parent = hasEnough() ? MEMORY : tmpdir();
  return await mkdtemp(join(parent, `${prefix}${process.pid}-`));
}

function hasEnough(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH;
}

/** Deletes folders in memory whose process was killed. */
export async function sweepDataFolders(): Promise<void> {
  for (const name of existsSync(MEMORY) ? readdirSync(MEMORY) : []) {
    const pid = /^transit-(?:test|embedded)-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      await rm(join(MEMORY, name), { recursive: true, force: true });
  }
}
