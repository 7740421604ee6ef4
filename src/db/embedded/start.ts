import { spawn } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { chooseAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { type DataFolder, hasCluster } from './folder.ts';
import { initialise } from './initialise.ts';
import { chooseLauncher } from './launcher.ts';
import { clearStaleLocks } from './pid-file.ts';
import { openServerLog, readServerLog } from './server-log.ts';
import { prepareSocketFolder, SOCKET_PORT } from './socket-folder.ts';

const SETTINGS = {
  listen_addresses: '',
  port: String(SOCKET_PORT),
  unix_socket_permissions: '0700',
  max_connections: '100',
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

/** A server we started, seen from outside: whether it has ended, and what it had to say. */
export interface Started {
  hasEnded(): boolean;
  /** It ended by itself, neither killed nor stopped by whoever used it in the meantime. */
  gaveUp(): boolean;
  log(): Promise<string>;
}

export interface Installation {
  readonly folder: DataFolder;
  readonly binaries: Binaries;
  readonly socketFolder: string;
  readonly password: string;
}

/** Starts a server, on a new database if there is none. It is not yet ready for connections. */
export async function start({ folder, binaries, socketFolder, password }: Installation): Promise<Started> {
  const account = await chooseAccount(folder);
  await prepareSocketFolder(socketFolder, account);
  const launcher = await chooseLauncher(account, binaries.postgres, [folder.root, socketFolder]);
  if (!(await hasCluster(folder, binaries.major)))
    await initialise(folder, binaries, password, account, launcher);
  // PostgreSQL insists on it, and a copy or a restored backup has often lost it.
  await chmod(folder.cluster, 0o700);
  await clearStaleLocks(folder.cluster, socketFolder);

  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: socketFolder });
  const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const launch = launcher(binaries.postgres, ['-D', folder.cluster, ...flags]);
  const { handle, begin } = await openServerLog(folder.log, account);
  // In a session of its own: Ctrl-C at the terminal is for us, who then stop it in good order.
  const child = spawn(launch.file, launch.args, {
    ...launch.options,
    detached: true,
    stdio: ['ignore', handle.fd, handle.fd],
  });
  let failure: string | undefined;
  child.on('error', (error) => {
    failure = error.message;
  });
  child.unref();
  await handle.close();
  return {
    hasEnded: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
    gaveUp: () => failure !== undefined || (child.exitCode !== null && child.exitCode !== 0),
    log: async () => failure ?? readServerLog(folder.log, begin),
  };
}
