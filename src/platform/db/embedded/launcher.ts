import { execFile } from 'node:child_process';
import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError, errorText } from '../../errors.ts';
import { type DataFolder, unusable } from './folder.ts';

const run = promisify(execFile);

/** The user that the server runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, so root runs it as another user. Everybody else runs it themselves (undefined). */
export async function chooseAccount(folder: DataFolder): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(folder.cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = await findUser(
    process.platform === 'darwin' ? ['_postgres', 'nobody'] : ['postgres', 'nobody'],
  );
  // A copy made by root, such as a restored backup, belongs to root.
  if (owner) await giveTo(account, folder.cluster);
  return account;
}

async function findUser(names: readonly string[]): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of names) {
    const [, , uid, gid] = lines.find(([user]) => user === name) ?? [];
    // macOS writes the id of nobody as -2.
    if (uid && gid && Number(uid) !== 0) return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  throw unusable(
    `PostgreSQL refuses to run as root, and there is no user ${names.join(' or ')} to run it as. Run the service as an ordinary user.`,
  );
}

async function giveTo({ uid, gid }: Account, cluster: string): Promise<void> {
  for (const entry of await readdir(cluster, { recursive: true }))
    await lchown(join(cluster, entry), uid, gid);
  // The folder itself comes last: its owner says whether this has been done.
  await lchown(cluster, uid, gid);
}

/** A fixed environment: variables of the caller (PGDATA, PGOPTIONS, LANG …) would change the server or its log. */
const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: {
    readonly env: typeof env;
    readonly cwd: '/';
    readonly uid?: number;
    readonly gid?: number;
  };
}

/** How to start a program as the database's user. */
export type Launcher = (program: string, args: readonly string[]) => Launch;

/**
 * Root's own folders (/root, or a folder made by `mktemp -d`) are closed to the database's user. `setpriv` then starts
 * the server with the one capability that opens them. It is CAP_DAC_OVERRIDE because containers grant that one to root
 * and withhold the narrower CAP_DAC_READ_SEARCH. `no_setuid_fixup` is for initdb, which checks its own program with
 * access(2): without that flag the call ignores capabilities.
 */
export async function chooseLauncher(
  account: Account | undefined,
  postgres: string,
  folders: readonly string[],
): Promise<Launcher> {
  if (!account) return (file, args) => ({ file, args, options: { env, cwd: '/' } });
  const { uid, gid } = account;
  const areOpen = await Promise.all([postgres, ...folders].map((path) => isOpenTo(account, path)));
  const setpriv = [
    ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    ...['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
  ];
  const launcher: Launcher = areOpen.includes(false)
    ? (file, args) => ({ file: 'setpriv', args: [...setpriv, file, ...args], options: { env, cwd: '/' } })
    : (file, args) => ({ file, args, options: { env, cwd: '/', uid, gid } });
  await requireReach(launcher, account, postgres, folders);
  return launcher;
}

/** Whether the file modes let the user pass every folder on the way to `path` and enter or run `path` itself. */
async function isOpenTo({ uid, gid }: Account, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  const needed = found?.uid === uid ? 0o100 : found?.gid === gid ? 0o010 : 0o001;
  if (!found || (found.mode & needed) === 0) return false;
  return path === dirname(path) || (await isOpenTo({ uid, gid }, dirname(path)));
}

/** Fails here, where it can say what to do, and not later with a message of PostgreSQL. */
async function requireReach(
  launcher: Launcher,
  { uid }: Account,
  postgres: string,
  folders: readonly string[],
): Promise<void> {
  const script = 'program=$1; shift; for folder; do cd "$folder" || exit; done; exec "$program" --version';
  const { file, args, options } = launcher('/bin/sh', ['-c', script, 'sh', postgres, ...folders]);
  const failure = await run(file, [...args], options).then(
    // PostgreSQL prints its version even if it cannot find its own files, and complains on standard error.
    ({ stderr }) => stderr.trim(),
    (error) => errorText(error).split('\n').filter(Boolean).at(-1) ?? 'unknown reason',
  );
  if (failure === '') return;
  throw unusable(
    `PostgreSQL refuses to run as root, and the user it would run as (id ${uid}) cannot reach ${[postgres, ...folders].join(', ')}: ${failure}. ` +
      'Run the service as an ordinary user. Or move the service and DATA_DIR to folders that every user may enter. ' +
      'Or install setpriv (package util-linux) and grant root the capabilities DAC_OVERRIDE, SETUID, SETGID and SETPCAP.',
  );
}

/** Runs a program to its end. If it fails, its standard error becomes the message. */
export async function runToEnd(launch: Launch, what: string, input = ''): Promise<void> {
  const running = run(launch.file, [...launch.args], launch.options);
  // A program that ends without reading its input is reported by its exit code.
  running.child.stdin?.on('error', () => {}).end(input);
  try {
    await running;
  } catch (cause) {
    const complaint = cause instanceof Error && 'stderr' in cause && String(cause.stderr).trim();
    throw new AppError('embedded-database-failed', `${what} failed: ${complaint || errorText(cause)}`, {
      cause,
    });
  }
}
