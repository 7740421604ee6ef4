import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataFolder, unusable } from './folder.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Whom the server runs as. PostgreSQL refuses to run as root; any other user runs it himself (undefined). */
export async function chooseAccount(folder: DataFolder): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(folder.cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = await findUser(
    process.platform === 'darwin' ? ['_postgres', 'nobody'] : ['postgres', 'nobody'],
  );
  // Root's copy of a folder, a restored backup for instance, is root's.
  if (owner) await giveTo(account, folder.cluster);
  return account;
}

async function findUser(names: readonly string[]): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of names) {
    const [, , uid, gid] = lines.find(([user]) => user === name) ?? [];
    // macOS writes nobody's id as -2.
    if (uid && gid && Number(uid) !== 0) return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  throw unusable(
    `PostgreSQL does not run as root, and there is no user ${names.join(' or ')} to run it as. Run the service as an ordinary user.`,
  );
}

async function giveTo({ uid, gid }: Account, cluster: string): Promise<void> {
  for (const entry of await readdir(cluster, { recursive: true }))
    await lchown(join(cluster, entry), uid, gid);
  // Last, because its owner says whether there is anything to do.
  await lchown(cluster, uid, gid);
}
