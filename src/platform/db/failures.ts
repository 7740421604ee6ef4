import { parseDatabaseUrl } from '../config/database-url.ts';
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

/** Codes of a server's certificate that is not accepted. */
const CERTIFICATE = /CERT|^UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)/;
/** Messages of both drivers about a server that answers in plain text where TLS was expected. */
const NO_TLS = /^The server does not support SSL connections|before secure TLS connection was established/;

/** Messages of the COPY driver, which have no code. */
const UNREACHABLE_WITHOUT_CODE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The constraint that a row violates. */
export function constraintOf(error: unknown): string | undefined {
  return (error as { constraint_name?: string }).constraint_name;
}

/** The database is unreachable or refuses connections. The request is fine, and a retry may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (tlsFailure(error) !== undefined) return true;
  const code = errorCode(error);
  if (code !== undefined) return UNREACHABLE.has(code) || code.startsWith('08');
  return (
    isWriteToLostConnection(error) || (error instanceof Error && UNREACHABLE_WITHOUT_CODE.test(error.message))
  );
}

/** What to do if the server's pg_hba.conf has no line for this connection. Undefined: the failure is another one. */
export function adviceOnHostRefusal(error: unknown, databaseUrl: string): string | undefined {
  if (!(error instanceof Error) || errorCode(error) !== '28000' || !error.message.includes('pg_hba.conf'))
    return undefined;
  return parseDatabaseUrl(databaseUrl).ssl === false
    ? 'This connection is not encrypted. If the server takes only encrypted ones, let DATABASE_URL end with ?sslmode=verify-full. Otherwise add a line for this user, database and address to its pg_hba.conf.'
    : "Add a line for this user, database and address to the server's pg_hba.conf.";
}

/** Says what is wrong with the server's certificate, or that it has none. Undefined: the failure is another one. */
export function tlsFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (NO_TLS.test(error.message))
    return 'The server named by DATABASE_URL does not speak TLS. Switch it on there (ssl = on). Only if nobody else can read your network: leave sslmode out.';
  const code = errorCode(error) ?? '';
  if (!CERTIFICATE.test(code)) return undefined;
  // Node adds a hint about its own options.
  const reason = error.message.split(';')[0]?.replace(/\.$/, '');
  return `The certificate of the server named by DATABASE_URL is not accepted: ${reason}. ${
    code === 'ERR_TLS_CERT_ALTNAME_INVALID'
      ? 'Name the server as in its certificate.'
      : 'If its authority is your own, name the PEM file of the authority in DATABASE_URL (sslrootcert) or in NODE_EXTRA_CA_CERTS.'
  }`;
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
