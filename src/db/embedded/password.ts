import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.ts';
import { type DataFolder, foreignOwner, unusable } from './folder.ts';

/** One password for the service's role and for the superuser, who is there for set-up and repair only. */
export async function readPassword(folder: DataFolder, { mayMake }: { mayMake: boolean }): Promise<string> {
  const file = join(folder.secrets, 'database-password');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'EACCES') throw foreignOwner(file);
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  if (!mayMake)
    throw unusable(`${file} is missing. Restore it from the backup that ${folder.cluster} came from.`);
  await makePassword(file);
  return (await readFile(file, 'utf8')).trim();
}

async function makePassword(file: string): Promise<void> {
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await handle.sync();
    // A link, unlike a rename, never replaces the password that another process made first.
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}
