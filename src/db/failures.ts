import { errorCode } from '../errors.ts';
import { isDistributed } from './cluster.ts';

const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  // PostgreSQL: shutting down, crashed, starting up, too many connections
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Messages of the COPY driver, which have no code. */
const UNREACHABLE_WITHOUT_CODE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Messages of a cluster's coordinator that has lost another server while it commits. Their code is that of a defect. */
const LOST_WORKER =
  /^(failure on connection marked as essential|could not commit transaction for shard|failed to commit)/;

/** The database is unreachable or refuses connections. The request is fine, and a retry may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  if (code === 'XX000') return error instanceof Error && LOST_WORKER.test(error.message);
  if (code !== undefined) return UNREACHABLE.has(code) || code.startsWith('08');
  return (
    isWriteToLostConnection(error) || (error instanceof Error && UNREACHABLE_WITHOUT_CODE.test(error.message))
  );
}

/**
 * One of a cluster's servers is unreachable, as the coordinator says: companies on the other servers can be served. An error of
 * the connection to the coordinator itself has no severity.
 */
export function isPartUnavailable(error: unknown): boolean {
  return isDistributed() && isDatabaseUnavailable(error) && error instanceof Error && 'severity' in error;
}

/** postgres.js 3.4.9 does not check whether the connection is still open. */
export function isWriteToLostConnection(error: unknown): boolean {
  return (
    error instanceof TypeError && /nextWrite \([^\n]*postgres\/src\/connection\.js/.test(error.stack ?? '')
  );
}

/** The server's disk is full. A retry helps once there is space. */
export function isDiskFull(error: unknown): boolean {
  return errorCode(error) === '53100';
}

export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === '57014';
}

/** A lock timeout or a deadlock. */
export function isLocked(error: unknown): boolean {
  return ['55P03', '40P01'].includes(errorCode(error) ?? '');
}
