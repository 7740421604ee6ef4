import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH = 6 * 1024 ** 3;

/**
 * Makes a folder for a database, in memory if there is enough. Each test file has a database of its own, which is hundreds of
 * files. On a disk, to create and delete them was half of the server's time in the kernel.
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
