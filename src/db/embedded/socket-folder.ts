import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { type DataFolder, unusable } from './folder.ts';

/** There is no TCP port: this number is only a part of the socket's file name. */
export const SOCKET_PORT = 5432;
const LONGEST_SOCKET_PATH = 100;

export function socketFile(socketFolder: string, port = SOCKET_PORT): string {
  return join(socketFolder, `.s.PGSQL.${port}`);
}

/** The system limits a socket's path to about 104 bytes, and both PostgreSQL and its driver split it at commas. */
export function socketFolderOf(folder: DataFolder): string {
  const inside = join(folder.root, 'run');
  if (Buffer.byteLength(socketFile(inside)) <= LONGEST_SOCKET_PATH && !inside.includes(',')) return inside;
  const hash = createHash('sha256').update(folder.root).digest('hex').slice(0, 20);
  return join(tmpdir(), `transit-${hash}`);
}

export async function prepareSocketFolder(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const found = await lstat(path);
  // In a shared temporary folder somebody else may have made it first, to listen in.
  if (!found.isDirectory() || ![process.getuid?.(), account?.uid].includes(found.uid))
    throw unusable(`${path} belongs to another user. Remove it, or choose a DATA_DIR with a shorter path.`);
  await chmod(path, 0o700);
  if (account) await chown(path, account.uid, account.gid);
}
