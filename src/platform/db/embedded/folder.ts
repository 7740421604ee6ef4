import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError, errorCode } from '../../errors.ts';
import { makeOnce } from '../../files/make-once.ts';

export interface DataFolder {
  /** As the operator named it, for messages. */
  readonly name: string;
  /** The real path, so that all processes use the same one whatever link they came by. */
  readonly root: string;
  readonly cluster: string;
  readonly log: string;
  readonly secrets: string;
  readonly sockets: string;
}

export function unusable(message: string, cause?: unknown): AppError {
  return new AppError('data-folder-unusable', message, { cause });
}

export async function prepareFolder(dataDir: string): Promise<DataFolder> {
  try {
    // Root runs the server as another user, who has to pass through. The folders inside are closed to others.
    if (await makeFolder(dataDir)) await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    const root = await realpath(dataDir);
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
    const secrets = join(root, 'secrets');
    await mkdir(secrets, { recursive: true, mode: 0o700 });
    return {
      name: dataDir,
      root,
      cluster: join(root, 'postgres'),
      log: join(root, 'postgres.log'),
      secrets,
      sockets: socketFolderOf(root),
    };
  } catch (cause) {
    const code = errorCode(cause);
    const problem =
      code === 'EEXIST' || code === 'ENOTDIR' ? 'is not a folder' : `cannot be written to (${code ?? cause})`;
    throw unusable(`The data folder ${dataDir} ${problem}. Choose another one with DATA_DIR.`, cause);
  }
}

/**
 * Makes a folder with those above it, if it is not there. Node 24's recursive `mkdir` never returns where the system says that a folder
 * is missing although the one above it is there, as in /proc.
 */
async function makeFolder(path: string): Promise<boolean> {
  const make = () =>
    mkdir(path).then(
      () => true,
      async (error) => {
        if (errorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return false;
        throw error;
      },
    );
  if (path === dirname(path) || (await exists(dirname(path)))) return await make();
  await makeFolder(dirname(path));
  return await make();
}

/** The names that this service and PostgreSQL give to files of a data folder. */
const OWN_FILE = /^(postgres(\..*)?|secrets|run|lost\+found|\..*)$/;
const MAX_NAMED = 3;

/** Says that a folder in which a database is about to be created has other files: it may be meant for something else. */
export async function describeForeignFiles(dataDir: string): Promise<string | undefined> {
  const files = await readdir(dataDir).catch(() => []);
  const foreign = files.filter((file) => !OWN_FILE.test(file));
  if (foreign.length === 0) return undefined;
  const more = foreign.length > MAX_NAMED ? ` and ${foreign.length - MAX_NAMED} more` : '';
  return (
    `DATA_DIR, ${dataDir}, has other files: ${foreign.slice(0, MAX_NAMED).join(', ')}${more}. The service leaves them alone and puts ` +
    'its own beside them. If that is not what you want, stop it and name an empty folder.'
  );
}

/** There is no TCP port: this number is only a part of the socket's file name. */
export const SOCKET_PORT = 5432;
const MAX_SOCKET_PATH_LENGTH = 100;

export function socketFile(folder: string, port = SOCKET_PORT): string {
  return join(folder, `.s.PGSQL.${port}`);
}

/** The system limits a socket's path to about 104 bytes, and both PostgreSQL and its driver split it at commas. */
function socketFolderOf(root: string): string {
  const inside = join(root, 'run');
  if (Buffer.byteLength(socketFile(inside)) <= MAX_SOCKET_PATH_LENGTH && !inside.includes(',')) return inside;
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 20);
  return join(tmpdir(), `transit-${hash}`);
}

/** Whether the folder holds a database made by this major version. Throws if it holds anything else. */
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

/** The password of the service's role. The superuser, for set-up and repair only, gets its own: `separate-superuser.ts`. */
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

export function foreignOwner(path: string): AppError {
  return unusable(
    `${path} belongs to another user. Run as that user or as root, or choose another DATA_DIR.`,
  );
}

function otherVersion(name: string, madeBy: string, major: string): AppError {
  return unusable(
    `The database in ${name} was made by PostgreSQL ${madeBy}; this version of the service brings PostgreSQL ${major}. ` +
      'Run transit backup with the version of the service that made it, and transit restore with this one on an empty DATA_DIR. Nothing was changed.',
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
