import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, errorCode, errorText } from '../../errors.ts';
import { foreignOwner, SOCKET_PORT, unusable } from './folder.ts';
import { findPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts';
import { type Connection, openSession, type Session } from './session.ts';
import { type Installation, readServerLog, type Started, start } from './start.ts';

const MAX_WAIT_MS = 60_000;

/**
 * Another process started a server first, a killed server has not yet released its memory, or it was killed during a transaction
 * that had created an unlogged table, such as a migration. PostgreSQL 18 then fails to replace a file of that table once; the next
 * start deletes the file.
 */
const PASSING_END =
  /lock file .* already exists|pre-existing shared memory block|Address already in use|could not create file "base\/\d+\/\d+": File exists/;

/** The server is not there yet, is starting, is stopping, or has no free connection. */
const PASSING_CODES = new Set([
  ...['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAGAIN'],
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ...['57P01', '57P02', '57P03', '53300', '55P03'],
]);

export interface Acquired {
  readonly connection: Connection;
  readonly session: Session;
}

/** Connects to the running server, or starts one, and waits until it is ready. */
export async function acquire(installation: Installation, signal: AbortSignal): Promise<Acquired> {
  const { folder } = installation;
  const deadline = Date.now() + MAX_WAIT_MS;
  let started: Started | undefined;
  for (;;) {
    // A server that this process has started is waited for: it has to be stopped again.
    if (!started) signal.throwIfAborted();
    const running = await findPostmaster(folder);
    if (!running && started?.hasEnded()) await throwUnlessPassing(started);
    if (!running && (!started || started.hasEnded())) started = await start(installation);
    const connection = connectionTo(installation, running);
    try {
      return { connection, session: await openSession(connection) };
    } catch (error) {
      if (!PASSING_CODES.has(errorCode(error) ?? '')) {
        // It refuses every other process too, so none would stop it.
        if (started) await stopPostmaster(folder);
        throw refusal(installation, error);
      }
      if (Date.now() > deadline)
        throw failed(`is not ready: ${errorText(error)}`, await readServerLog(folder.log));
    }
    await sleep(started?.hasEnded() ? 200 : 15);
  }
}

function connectionTo({ folder, password }: Installation, running: Postmaster | undefined): Connection {
  return {
    host: running?.socketFolder ?? folder.sockets,
    port: running?.port ?? SOCKET_PORT,
    database: 'transit',
    username: 'transit',
    password,
  };
}

async function throwUnlessPassing(started: Started): Promise<void> {
  const log = await started.log();
  if (started.gaveUp() && !PASSING_END.test(log)) throw failed('does not start', log);
}

function failed(problem: string, log: string): AppError {
  return new AppError('embedded-database-failed', `The embedded database ${problem}\n${lastLines(log)}`);
}

const LINES_SHOWN = 10;

/** For an error message. Failed statements are left out: their messages can quote personal data. */
function lastLines(log: string): string {
  const lines = log.trimEnd().split('\n');
  return lines
    .filter((line) => !/ (ERROR|DETAIL|STATEMENT|CONTEXT): /.test(line))
    .slice(-LINES_SHOWN)
    .join('\n');
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
  return new AppError(
    'embedded-database-failed',
    `The embedded database refuses the connection: ${errorText(cause)}`,
    {
      cause,
    },
  );
}
