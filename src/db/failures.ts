import { errorCode } from '../errors.ts';

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

/** The database is unreachable or refuses connections. The request is fine, and a retry may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== undefined) return UNREACHABLE.has(code) || code.startsWith('08');
  return (
    isWriteToLostConnection(error) || (error instanceof Error && UNREACHABLE_WITHOUT_CODE.test(error.message))
  );
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
