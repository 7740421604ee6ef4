import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.ts';
import { identify, isAlive } from './process.ts';
import { socketFile } from './socket-folder.ts';

interface PidFile {
  readonly pid: number;
  readonly port: number | undefined;
  readonly socketFolder: string | undefined;
}

/** What the server says about itself: https://www.postgresql.org/docs/18/storage-file-layout.html */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const lines = (await readIfThere(join(cluster, 'postmaster.pid')))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]) || undefined, socketFolder: lines[4] || undefined };
}

/**
 * PostgreSQL itself clears away the lock files of a dead process. It stops at those whose number now belongs to
 * a living program of the same user, and at those of a process that died in a container where nobody reaps.
 */
export async function clearStaleLocks(cluster: string, socketFolder: string): Promise<void> {
  for (const file of [join(cluster, 'postmaster.pid'), `${socketFile(socketFolder)}.lock`]) {
    const text = await readIfThere(file);
    const pid = Number(text?.split('\n')[0]);
    if (text === undefined || !Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) continue;
    const identity = await identify(pid, cluster);
    if (identity === 'other' || identity === 'gone') await removeUnlessChanged(file, text);
  }
}

/** Another process may have cleared the file and started a server since we read it: that one's file must stay. */
async function removeUnlessChanged(file: string, text: string): Promise<void> {
  const aside = `${file}.stale-${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readIfThere(aside)) !== text) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
