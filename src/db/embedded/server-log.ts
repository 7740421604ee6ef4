import { chown, open, readFile, rename, stat } from 'node:fs/promises';
import type { Account } from './account.ts';

const LARGEST_LOG = 20 * 1024 * 1024;
const LINES_SHOWN = 10;

/** Opened for a server to write to, with the place where its lines will begin. */
export async function openServerLog(path: string, account: Account | undefined) {
  if ((await sizeOf(path)) > LARGEST_LOG) await rename(path, `${path}.1`);
  const handle = await open(path, 'a', 0o600);
  // Should the folder's owner run it himself next time, he must be able to write on.
  if (account) await chown(path, account.uid, account.gid);
  return { handle, begin: (await handle.stat()).size };
}

export async function readServerLog(path: string, begin = 0): Promise<string> {
  const text = await readFile(path).catch(() => Buffer.alloc(0));
  return text.subarray(begin).toString('utf8');
}

/** The last lines for an error message, without failed statements: their messages can quote personal data. */
export function lastLines(log: string): string {
  const lines = log.trimEnd().split('\n');
  return lines
    .filter((line) => !/ (ERROR|DETAIL|STATEMENT|CONTEXT): /.test(line))
    .slice(-LINES_SHOWN)
    .join('\n');
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
