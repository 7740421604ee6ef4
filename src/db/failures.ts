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

/** What the driver for COPY says without a code. */
const UNREACHABLE_WITHOUT_CODE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The database is away or refuses to talk: waiting may help, and nothing is wrong with the request. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== undefined) return UNREACHABLE.has(code) || code.startsWith('08');
  return (
    isWriteToLostConnection(error) || (error instanceof Error && UNREACHABLE_WITHOUT_CODE.test(error.message))
  );
}

/** postgres.js 3.4.9 does not look whether the connection is still there. */
export function isWriteToLostConnection(error: unknown): boolean {
  return (
    error instanceof TypeError && /nextWrite \([^\n]*postgres\/src\/connection\.js/.test(error.stack ?? '')
  );
}

/** The server has no room left. Waiting helps as soon as somebody has made some. */
export function isDiskFull(error: unknown): boolean {
  return errorCode(error) === '53100';
}

export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === '57014';
}

/** Somebody else has what is needed: it took too long to wait for, or each waits for the other. */
export function isLocked(error: unknown): boolean {
  return ['55P03', '40P01'].includes(errorCode(error) ?? '');
}
