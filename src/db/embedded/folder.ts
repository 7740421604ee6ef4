import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import { errorCode } from './error-code.ts';

export interface DataFolder {
  /** As the operator named it, for messages. */
  readonly name: string;
  /** The real path: other programs must arrive at the same one whatever link they came by. */
  readonly root: string;
  readonly cluster: string;
  readonly log: string;
  readonly secrets: string;
}

export function unusable(message: string, cause?: unknown): AppError {
  return new AppError('data-folder-unusable', message, { cause });
}

export async function prepareFolder(dataDir: string): Promise<DataFolder> {
  try {
    // As root the server runs as another user, who has to pass through; the folders inside are closed to others.
    if (await mkdir(dataDir, { recursive: true }))
      await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    const root = await realpath(dataDir);
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
    const secrets = join(root, 'secrets');
    await mkdir(secrets, { recursive: true, mode: 0o700 });
    return { name: dataDir, root, cluster: join(root, 'postgres'), log: join(root, 'postgres.log'), secrets };
  } catch (cause) {
    const code = errorCode(cause);
    const problem =
      code === 'EEXIST' || code === 'ENOTDIR' ? 'is not a folder' : `cannot be written to (${code ?? cause})`;
    throw unusable(`The data folder ${dataDir} ${problem}. Choose another one with DATA_DIR.`, cause);
  }
}

/** Whether the folder holds a database made by this major version. Throws when it holds anything else. */
export async function hasCluster({ cluster, name }: DataFolder, major: string): Promise<boolean> {
  try {
    if ((await readdir(cluster)).length === 0) return false;
    const madeBy = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
    if (madeBy !== major) throw otherVersion(name, madeBy, major);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = errorCode(error);
    if (code === 'ENOENT' && !(await exists(cluster))) return false;
    if (code === 'EACCES' || code === 'EPERM') throw foreignOwner(cluster);
    throw unusable(
      `${cluster} exists but is no PostgreSQL database. Move it away, or choose another folder with DATA_DIR.`,
      error,
    );
  }
  const uid = process.getuid?.();
  if (uid !== 0 && uid !== (await stat(cluster)).uid) throw foreignOwner(cluster);
  return true;
}

export function foreignOwner(path: string): AppError {
  return unusable(
    `${path} belongs to another user. Run as that user or as root, or choose another DATA_DIR.`,
  );
}

function otherVersion(name: string, madeBy: string, major: string): AppError {
  return unusable(
    `The database in ${name} was made by PostgreSQL ${madeBy}; this version of the service brings PostgreSQL ${major}. ` +
      `Dump it with the version of the service that made it (pg_dump), start this one on an empty DATA_DIR and restore the dump there. Nothing was changed.`,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
