import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable, isDiskFull, isLocked, isStatementTimeout } from '../platform/db/failures.ts';
import { AppError, type ErrorCode, MAX_ERRORS_SHOWN } from '../platform/errors.ts';
import { refused } from '../platform/refusals.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** Status and title of every problem code. */
export const PROBLEMS = {
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  'invalid-credentials': { status: 401, title: 'Credentials are missing or wrong' },
  'not-signed-in': { status: 401, title: 'Nobody is signed in' },
  'sign-in-failed': { status: 401, title: 'Signing in has failed' },
  'sign-in-expired': { status: 401, title: 'The sign-in took too long' },
  'passkey-refused': { status: 403, title: 'The passkey was not accepted' },
  'passkey-required': { status: 403, title: 'The company requires a passkey' },
  'missing-permission': { status: 403, title: 'The API key lacks a permission' },
  'address-not-allowed': { status: 403, title: 'The API key may not be used from this address' },
  'key-restricted': { status: 403, title: 'The API key is restricted to integrations' },
  'approval-in-portal-only': { status: 403, title: 'Only a person may approve this sync' },
  'foreign-origin': { status: 403, title: 'The request comes from another site' },
  'date-of-birth-required': { status: 403, title: 'The date of birth is needed first' },
  'wrong-date-of-birth': { status: 403, title: 'The date of birth is not right' },
  'role-required': { status: 403, title: 'Your role may not do this' },
  'confirmation-required': { status: 403, title: 'The password is needed once more' },
  'https-required': { status: 403, title: 'The portal needs https' },
  'identity-refused': { status: 403, title: 'The sign-in through the identity provider is refused' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'The address does not take this method' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time' },
  'document-not-downloadable': { status: 409, title: 'The document cannot be downloaded' },
  'clock-cannot-go-back': { status: 409, title: 'A clock moves forward only' },
  'demo-not-ready': { status: 409, title: 'The demo company is being filled' },
  'sync-in-progress': { status: 409, title: 'A roster is being applied' },
  'integration-disconnected': { status: 409, title: 'The integration is disconnected' },
  'integration-is-pulled': { status: 409, title: 'The service fetches the rosters of this integration' },
  'takes-no-files': { status: 409, title: 'The integration takes no files' },
  'cannot-trigger': { status: 409, title: 'The roster cannot be fetched' },
  'already-running': { status: 409, title: 'The roster is being fetched already' },
  'not-held': { status: 409, title: 'The run does not wait for a decision' },
  'transition-refused': { status: 409, title: 'The subscription does not allow this now' },
  conflict: { status: 409, title: 'The request does not fit the present state' },
  'ticket-not-valid': { status: 410, title: 'The ticket is no longer valid' },
  'link-expired': { status: 410, title: 'The link has expired' },
  'link-ended': { status: 410, title: 'The link no longer works' },
  'offer-withdrawn': { status: 410, title: 'The offer has been withdrawn' },
  'offer-replaced': { status: 410, title: 'Another offer has replaced this one' },
  'roster-outdated': { status: 412, title: 'Another roster was accepted meanwhile' },
  'payload-too-large': { status: 413, title: 'The request body is too large' },
  'unsupported-media-type': { status: 415, title: 'The content type is not supported' },
  'invalid-values': { status: 422, title: 'Some values are not valid' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'too-many-mails': { status: 429, title: 'Too many mails of this kind' },
  'too-many-unfinished-runs': { status: 429, title: 'Too many rosters wait to be applied' },
  'headers-too-large': { status: 431, title: 'The request headers are too large' },
  'internal-error': { status: 500, title: 'Something went wrong on our side' },
  'identity-provider-failed': { status: 502, title: 'The identity provider cannot be used' },
  'database-unavailable': { status: 503, title: 'The service cannot reach its database' },
  'query-too-slow': { status: 503, title: 'The query took too long' },
  busy: { status: 503, title: 'The server is busy' },
  'wallet-not-configured': { status: 503, title: 'The service cannot make passes for this wallet' },
  'mail-not-configured': { status: 503, title: 'The service sends no mail' },
  'shutting-down': { status: 503, title: 'The server is shutting down' },
} as const satisfies Partial<Record<ErrorCode, { status: number; title: string }>>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The statuses of failures that are not the client's. */
export const SERVER_ERRORS: readonly number[] = [
  ...new Set(Object.values(PROBLEMS).map(({ status }): number => status)),
].filter((status) => status >= 500);

export function isProblemCode(code: ErrorCode): code is ProblemCode {
  return code in PROBLEMS;
}

/** Codes that only the portal and the employee's page answer with. The guide explains all others. */
const OF_PAGES: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'not-signed-in',
  'sign-in-failed',
  'sign-in-expired',
  'passkey-refused',
  'passkey-required',
  'date-of-birth-required',
  'role-required',
  'confirmation-required',
  'https-required',
  'identity-refused',
  'identity-provider-failed',
  'too-many-mails',
  'mail-not-configured',
]);

/** The page about the code, on this server. */
const docsOf = (code: ProblemCode, baseUrl: string) =>
  OF_PAGES.has(code) ? undefined : `${baseUrl}/guides/errors-and-limits#${code}`;

/** Where a problem is answered. */
interface Answering {
  baseUrl: string;
  requestId: string;
}

/** The body of a problem. Apart from the id of its request, it depends on the error alone. */
export function problemBody(
  code: ProblemCode,
  detail: string,
  details: AppError['details'] = {},
  answering?: Answering,
) {
  const { status, title } = PROBLEMS[code];
  const { errors, missingPermissions, reason, values } = details;
  const docs = answering && docsOf(code, answering.baseUrl);
  return {
    type: `urn:transit-ticket-service:problem:${code}`,
    title,
    status,
    detail,
    code,
    ...(reason && { reason }),
    ...(values && { values }),
    ...(missingPermissions && { missingPermissions }),
    ...(errors && {
      errors: errors.slice(0, details.errorsShown ?? MAX_ERRORS_SHOWN),
      errorCount: details.errorCount ?? errors.length,
    }),
    ...(docs && { docs }),
    ...(answering && { requestId: answering.requestId }),
  };
}

export function handleErrors(app: FastifyInstance, server: ServerNames): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toAppError(error, request);
    logProblem(request, problem, error);
    return sendProblem(reply, problem, server);
  });
  app.setNotFoundHandler((_request: FastifyRequest, reply) => sendProblem(reply, noSuchRoute(), server));
}

/** Logs failures on our side. Mistakes of the client are in the line of the response. */
export function logProblem(request: FastifyRequest, problem: AppError, error: FastifyError): void {
  if (problem.code === 'internal-error') request.log.error({ err: error }, 'request failed');
  else if (problem.code === 'identity-provider-failed')
    request.log.warn({ err: problem.cause ?? problem }, 'identity provider failed');
  else if (problem.code === 'database-unavailable') request.log.warn({ err: error }, 'database unavailable');
}

export const noSuchRoute = () =>
  new AppError('not-found', 'There is no such route. GET /docs lists them all.');

/** `realm`: of HTTP Basic. */
export interface ServerNames {
  realm: string;
  baseUrl: string;
}

export function sendProblem(
  reply: FastifyReply,
  error: AppError,
  { realm, baseUrl }: ServerNames,
): FastifyReply {
  const code = isProblemCode(error.code) ? error.code : 'internal-error';
  if (code === 'invalid-credentials' && !reply.hasHeader('WWW-Authenticate'))
    reply.header('WWW-Authenticate', `Basic realm="${realm}", charset="UTF-8"`);
  const retryAfter = error.details.retryAfterSeconds;
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
  if (error.details.allow) reply.header('Allow', error.details.allow.join(', '));
  // Closes the connection after a timeout: a client that was too slow for this request would be too slow for
  // the next one.
  if (code === 'request-timeout') reply.header('Connection', 'close');
  return reply
    .code(PROBLEMS[code].status)
    .type(PROBLEM_TYPE)
    .serializer(JSON.stringify)
    .send(problemBody(code, error.message, error.details, { baseUrl, requestId: reply.request.id }));
}

/** What Fastify cannot read, by its code. */
const MALFORMED: Record<string, string> = {
  FST_ERR_BAD_URL:
    'The address cannot be decoded: a % is followed by two hexadecimal digits, and together they are UTF-8.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body has another length than the header `Content-Length` says.',
  FST_ERR_CTP_INVALID_HANDLER: 'The header `Content-Type` cannot be read.',
};

/** Node's error for a client that left. Its code is also that of a lost connection to the database. */
const isAbortedRequest = ({ code, message }: FastifyError) => code === 'ECONNRESET' && message === 'aborted';

/** Maps any error to a problem. Unexpected errors reveal nothing. */
export function toAppError(error: FastifyError, { routeOptions }: FastifyRequest): AppError {
  const { bodyLimit } = routeOptions;
  if (error instanceof AppError) return error;
  if (isAbortedRequest(error))
    return new AppError('malformed-request', 'The connection was closed before the body was complete.');
  if (isDatabaseUnavailable(error) || isDiskFull(error))
    return new AppError('database-unavailable', 'Please try again in a moment.', { retryAfterSeconds: 2 });
  if (isLocked(error)) return refused('change-in-progress');
  if (isStatementTimeout(error))
    return new AppError('query-too-slow', 'Narrow the request with filters, or try again later.', {
      retryAfterSeconds: 10,
    });
  switch (error.statusCode) {
    case 413:
      return new AppError(
        'payload-too-large',
        `The request body is larger than ${bodyLimit === undefined ? 'this route accepts' : `${bodyLimit} bytes, the maximum here`}.`,
      );
    case 415:
      return new AppError(
        'unsupported-media-type',
        'This route does not accept that content type. Send JSON, as application/json.',
      );
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('malformed-request', MALFORMED[error.code] ?? 'The request cannot be read.');
  return new AppError(
    'internal-error',
    'The request was not carried out. It has been logged under its request id.',
  );
}
