import { spawn } from 'node:child_process';
import { chmod, chown, lstat, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import type { Binaries } from './binaries.ts';
import { type DataFolder, hasCluster, SOCKET_PORT, unusable } from './folder.ts';
import { initialise } from './initialise.ts';
import { type Account, chooseAccount, chooseLauncher } from './launcher.ts';
import { clearStaleLocks } from './postmaster.ts';

const SETTINGS = {
  listen_addresses: '',
  port: String(SOCKET_PORT),
  unix_socket_permissions: '0700',
  // A node uses 29. Tests run several on one server.
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The details of an error, and the statement, can hold personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** A server that this process started. */
export interface Started {
  hasEnded(): boolean;
  /** The server exited without being killed or stopped. */
  gaveUp(): boolean;
  /** The lines that it has logged. */
  log(): Promise<string>;
}

export interface Installation {
  readonly folder: DataFolder;
  readonly binaries: Binaries;
  readonly password: string;
}

/** Starts a server, on a new database if there is none. It is not yet ready for connections. */
export async function start({ folder, binaries, password }: Installation): Promise<Started> {
  const account = await chooseAccount(folder);
  await prepareSocketFolder(folder.sockets, account);
  const launcher = await chooseLauncher(account, binaries.postgres, [folder.root, folder.sockets]);
  if (!(await hasCluster(folder, binaries.major)))
    await initialise(folder, binaries, password, account, launcher);
  // PostgreSQL requires this mode. A copy or a restored backup often has another one.
  await chmod(folder.cluster, 0o700);
  await clearStaleLocks(folder);

  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder.sockets });
  const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const launch = launcher(binaries.postgres, ['-D', folder.cluster, ...flags]);
  const log = await openServerLog(folder.log, account);
  const begin = (await log.stat()).size;
  // A separate session: Ctrl-C at the terminal reaches only this process, which then shuts the server down properly.
  const child = spawn(launch.file, launch.args, {
    ...launch.options,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let failure: string | undefined;
  child.on('error', (error) => {
    failure = error.message;
  });
  child.unref();
  await log.close();
  return {
    hasEnded: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
    gaveUp: () => failure !== undefined || (child.exitCode !== null && child.exitCode !== 0),
    log: async () => failure ?? readServerLog(folder.log, begin),
  };
}

async function prepareSocketFolder(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const found = await lstat(path);
  // In a shared temporary folder another user may have made it first, to listen in.
  if (!found.isDirectory() || ![process.getuid?.(), account?.uid].includes(found.uid))
    throw unusable(`${path} belongs to another user. Remove it, or choose a DATA_DIR with a shorter path.`);
  await chmod(path, 0o700);
  if (account) await chown(path, account.uid, account.gid);
}

const MAX_LOG = 20 * 1024 * 1024;

async function openServerLog(path: string, account: Account | undefined) {
  const { size } = (await stat(path).catch(() => undefined)) ?? { size: 0 };
  if (size > MAX_LOG) await rename(path, `${path}.1`);
  const handle = await open(path, 'a', 0o600);
  // The folder's owner may run the server without root next time and must be able to write to the log.
  if (account) await chown(path, account.uid, account.gid);
  return handle;
}

export async function readServerLog(path: string, begin = 0): Promise<string> {
  const text = await readFile(path).catch(() => Buffer.alloc(0));
  return text.subarray(begin).toString('utf8');
}
