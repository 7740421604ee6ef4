import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from './error-code.ts';

const run = promisify(execFile);

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** `gone` and `other` are certain; `unsure` must be taken for a server. */
export type Identity = 'postmaster' | 'other' | 'unsure' | 'gone';

/** Whether a process is the server of this cluster: a number in a file may long belong to another program. */
export async function identify(pid: number, cluster: string): Promise<Identity> {
  if (!isAlive(pid)) return 'gone';
  const command = process.platform === 'linux' ? await linuxCommand(pid) : await psCommand(pid);
  // An empty command line is that of a dead process whose parent has not taken notice.
  if (!command?.program) return isAlive(pid) && command === undefined ? 'unsure' : 'gone';
  if (basename(command.program) !== 'postgres') return 'other';
  // A server lives in its data folder. Root in a container may not be allowed to look.
  const home =
    process.platform === 'linux' ? await readlink(`/proc/${pid}/cwd`).catch(() => undefined) : undefined;
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
