import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOnce } from '../../files/make-once.ts';
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
  return (await makeOnce(file, () => `${randomBytes(32).toString('base64url')}\n`)).trim();
}
