import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, readFile, readlink, rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from '../../errors.ts';
import { type DataFolder, SOCKET_PORT, socketFile } from './folder.ts';

const run = promisify(execFile);
const MAX_STOP_MS = 20_000;

export interface Postmaster {
  readonly socketFolder: string;
  readonly port: number;
}

/** The server of this folder, if one runs. It may still be starting, or be stopping already. */
export async function findPostmaster({ cluster, sockets }: DataFolder): Promise<Postmaster | undefined> {
  const file = await readPidFile(cluster);
  if (!file) return undefined;
  // The process that started the server may have had another TMPDIR, so the server's own word counts.
  const found = { socketFolder: file.socketFolder ?? sockets, port: file.port ?? SOCKET_PORT };
  const identity = await identify(file.pid, cluster);
  if (identity === 'postmaster' || identity === 'unsure') return found;
  // The pid of a server in another container means nothing here, but that server answers.
  return (await answers(found)) ? found : undefined;
}

/** Stops the server and ends all its connections. False if it has not stopped in time. */
export async function stopPostmaster({ cluster }: DataFolder): Promise<boolean> {
  const file = await readPidFile(cluster);
  if (!file) return true;
  const runs = async () => (await identify(file.pid, cluster)) === 'postmaster';
  if (!(await runs())) return true;
  process.kill(file.pid, 'SIGINT');
  const deadline = Date.now() + MAX_STOP_MS;
  while (await runs()) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

function answers({ socketFolder, port }: Postmaster): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketFile(socketFolder, port));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

interface PidFile {
  readonly pid: number;
  readonly port: number | undefined;
  readonly socketFolder: string | undefined;
}

/** The lines are described in https://www.postgresql.org/docs/18/storage-file-layout.html */
async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const lines = (await readIfThere(join(cluster, 'postmaster.pid')))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]) || undefined, socketFolder: lines[4] || undefined };
}

/**
 * PostgreSQL removes the lock files of a dead process itself, with two exceptions: the pid now belongs to a living
 * program of the same user, or the process died in a container where nobody reaps it.
 */
export async function clearStaleLocks({ cluster, sockets }: DataFolder): Promise<void> {
  for (const file of [join(cluster, 'postmaster.pid'), `${socketFile(sockets)}.lock`]) {
    const text = await readIfThere(file);
    const pid = Number(text?.split('\n')[0]);
    if (text === undefined || !Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) continue;
    const identity = await identify(pid, cluster);
    if (identity === 'other' || identity === 'gone') await removeUnlessChanged(file, text);
  }
}

/** Another process may have removed the file and started a server since it was read. The new server's file must stay. */
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

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** `gone` and `other` are certain. `unsure` must be treated as a running server. */
export type Identity = 'postmaster' | 'other' | 'unsure' | 'gone';

/** Whether a process is the server of this cluster: a pid in a file may belong to another program by now. */
export async function identify(pid: number, cluster: string): Promise<Identity> {
  if (!isAlive(pid)) return 'gone';
  const isLinux = process.platform === 'linux';
  const command = isLinux ? await linuxCommand(pid) : await psCommand(pid);
  // A dead process that its parent has not reaped has an empty command line.
  if (!command?.program) return isAlive(pid) && command === undefined ? 'unsure' : 'gone';
  if (basename(command.program) !== 'postgres') return 'other';
  // The working folder of a server is its cluster. Root in a container may not be allowed to read it.
  const home = isLinux ? await readlink(`/proc/${pid}/cwd`).catch(() => undefined) : undefined;
  if (home !== undefined) return home === cluster ? 'postmaster' : 'other';
  if (`${command.rest} `.includes(`-D ${cluster} `)) return 'postmaster';
  return command.rest.includes('-D ') ? 'other' : 'unsure';
}

interface Command {
  readonly program: string;
  readonly rest: string;
}

async function linuxCommand(pid: number): Promise<Command | undefined> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [program = '', ...rest] = text.split('\0');
  return { program, rest: rest.join(' ') };
}

async function psCommand(pid: number): Promise<Command | undefined> {
  try {
    const [program, whole] = await Promise.all(
      ['comm=', 'command='].map((column) => run('/bin/ps', ['-ww', '-o', column, '-p', String(pid)])),
    );
    return { program: program?.stdout.trim() ?? '', rest: whole?.stdout.trim() ?? '' };
  } catch {
    return undefined;
  }
}
