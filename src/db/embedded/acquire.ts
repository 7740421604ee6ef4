import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { errorCode, errorText } from './error-code.ts';
import { foreignOwner, unusable } from './folder.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { lastLines, readServerLog } from './server-log.ts';
import { type Connection, openSession, type Session } from './session.ts';
import { SOCKET_PORT } from './socket-folder.ts';
import { type Installation, type Started, start } from './start.ts';

const LONGEST_WAIT_MS = 60_000;

/** Another process was faster, or what a killed server left behind is about to go. */
const PASSING_END = /lock file .* already exists|pre-existing shared memory block|Address already in use/;

/** Not there yet, on its way up or down, or full. */
const PASSING_CODES = new Set([
  ...['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAGAIN'],
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ...['57P01', '57P02', '57P03', '53300', '55P03'],
]);

export interface Acquired {
  readonly connection: Connection;
  readonly session: Session;
}

/** Uses the server that runs, or starts one, and waits until it is ready. */
export async function acquire(installation: Installation, signal: AbortSignal): Promise<Acquired> {
  const { folder } = installation;
  const deadline = Date.now() + LONGEST_WAIT_MS;
  let started: Started | undefined;
  for (;;) {
    // Once we started a server we see it through, for somebody has to stop it.
    if (!started) signal.throwIfAborted();
    const running = await findPostmaster(folder.cluster, installation.socketFolder);
    if (!running && started?.hasEnded()) await throwUnlessPassing(started);
    if (!running && (!started || started.hasEnded())) started = await start(installation);
    const connection = connectionTo(installation, running);
    try {
      return { connection, session: await openSession(connection) };
    } catch (error) {
      if (!PASSING_CODES.has(errorCode(error) ?? '')) {
        // It refuses everybody else too, so nobody would ever stop it.
        if (started) await stopPostmaster(folder.cluster);
        throw refusal(installation, error);
      }
      if (Date.now() > deadline)
        throw failed(`is not ready: ${errorText(error)}`, await readServerLog(folder.log));
    }
    await sleep(started?.hasEnded() ? 200 : 15);
  }
}

function connectionTo(
  installation: Installation,
  running?: { socketFolder: string; port: number },
): Connection {
  return {
    host: running?.socketFolder ?? installation.socketFolder,
    port: running?.port ?? SOCKET_PORT,
    database: 'transit',
    username: 'transit',
    password: installation.password,
  };
}

async function throwUnlessPassing(started: Started): Promise<void> {
  const log = await started.log();
  if (started.gaveUp() && !PASSING_END.test(log)) throw failed('does not start', log);
}

function failed(problem: string, log: string): AppError {
  return new AppError('embedded-database-failed', `The embedded database ${problem}\n${lastLines(log)}`);
}

function refusal({ folder }: Installation, cause: unknown): AppError {
  const code = errorCode(cause);
  if (code === 'EACCES' || code === 'EPERM') return foreignOwner(folder.root);
  if (code === '28P01')
    return unusable(
      `The password in ${folder.secrets} is not that of the database in ${folder.cluster}.`,
      cause,
    );
  if (code === '3D000')
    return unusable(`The database server in ${folder.cluster} has no database "transit".`, cause);
  return new AppError('embedded-database-failed', `The embedded database refuses us: ${errorText(cause)}`, {
    cause,
  });
}
