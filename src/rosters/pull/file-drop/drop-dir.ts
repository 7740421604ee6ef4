import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../../platform/errors.ts';
import { readId } from '../../../platform/ids.ts';

/** The folder of each integration, by its id. Other entries of DROP_DIR do not count. */
export async function foldersIn(dropDir: string): Promise<Map<number, string>> {
  const folders = new Map<number, string>();
  for (const name of await readdir(dropDir)) {
    const id = readId(name);
    if (id !== undefined) folders.set(id, join(dropDir, name));
  }
  return folders;
}

/** The folder of an integration, as people have to write it. */
export const folderOf = (dropDir: string, integrationId: number) => join(dropDir, String(integrationId));

/**
 * Why nothing can be taken from DROP_DIR. Its entries may be links that the operator has made, and so nobody else may be able to make
 * some.
 */
export async function problemOfDropDir(dropDir: string): Promise<string | undefined> {
  try {
    const found = await stat(dropDir);
    if (!found.isDirectory()) return `DROP_DIR, ${dropDir}, is no folder.`;
    if ((found.mode & 0o022) !== 0)
      return `DROP_DIR, ${dropDir}, can be written to by others than its owner: they could link another folder into it. Run chmod go-w ${dropDir}`;
    await readdir(dropDir);
    return undefined;
  } catch (error) {
    return `DROP_DIR, ${dropDir}, ${whyNot(error)}.`;
  }
}

/** Why nothing can be taken from the folder of an integration. */
export async function problemOfFolder(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return `${path} is no folder.`;
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return errorCode(error) === 'EACCES'
      ? `${path} cannot be read and written to by the service, which has to delete the files that it has taken.`
      : `${path} ${whyNot(error)}.`;
  }
}

/** A folder of an integration that takes no files keeps what is put into it. An empty one may have been made in advance. */
export async function problemOfUnusedFolder(
  path: string,
  integrationId: number,
): Promise<string | undefined> {
  const names = await readdir(path).catch(() => []);
  if (names.length === 0) return undefined;
  return `Nothing is taken from ${path}: there is no connected integration ${integrationId} with the source file-drop.`;
}

function whyNot(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'EACCES') return 'may not be read by the service';
  return `cannot be read (${String(code ?? error)})`;
}
