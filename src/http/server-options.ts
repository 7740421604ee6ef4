import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { isCalendarDate, isDateOrTimestamp } from '../domain/calendar/dates.ts';
import { isShortSearch } from '../domain/person/search-words.ts';
import type { Config } from '../platform/config/config.ts';
import type { OutageLog } from '../platform/db/outage-log.ts';
import { AppError } from '../platform/errors.ts';
import { SIZES, TIMES } from '../platform/limits.ts';
import { refusals } from './access.ts';
import { addCommonHeaders, REQUEST_ID } from './begin-requests.ts';
import type { Admit } from './limits/requests-at-once.ts';
import { logOptions } from './log.ts';
import {
  PROBLEM_TYPE,
  PROBLEMS,
  type ProblemCode,
  problemBody,
  sendProblem,
  toAppError,
} from './problems.ts';
import { validationError } from './validation-errors.ts';

const formats = {
  date: isCalendarDate,
  'date-or-timestamp': isDateOrTimestamp,
  search: isShortSearch,
  month: (text: string) => isCalendarDate(`${text}-01`),
};

export function serverOptions(config: Config, admit: Admit | undefined, outages: OutageLog) {
  return {
    logger: logOptions(config.logLevel, outages.filter),
    logController: new LogController({ disableRequestLogging: true }),
    // Random: with a count, every client could see how many requests all others send.
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy ?? false,
    // No coercion: `query.ts` converts values, and the validator only checks them.
    ajv: {
      customOptions: {
        coerceTypes: false as const,
        allErrors: true,
        removeAdditional: false,
        formats,
        // Of OpenAPI, for `query.ts`.
        keywords: ['allowEmptyValue'],
      },
    },
    schemaErrorFormatter: validationError,
    http: {
      maxHeaderSize: SIZES.headerBytes,
      headersTimeout: TIMES.headersMs,
      requestTimeout: TIMES.requestMs,
      connectionsCheckingInterval: 5_000,
      // Node's own refusal has no body; ours (begin-requests.ts) explains the mistake.
      requireHostHeader: false,
    },
    requestTimeout: TIMES.requestMs,
    bodyLimit: SIZES.bodyBytes,
    forceCloseConnections: 'idle' as const,
    // Fastify's own response is not problem+json.
    return503OnClosing: false,
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) =>
      answerBrokenRequest(error, socket, { requestId: randomUUID(), baseUrl: config.baseUrl }),
    // A URL that cannot be decoded is refused before routing, so no hook sees it.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      addCommonHeaders(reply, request.id, config.baseUrl);
      const send = (busy?: Error) => {
        sendProblem(reply, busy instanceof AppError ? busy : toAppError(error, request), {
          realm: '',
          baseUrl: config.baseUrl,
        });
        // The hooks that give slots back do not run either.
        request.slot?.leave();
      };
      refusals(admit, request, send)(error);
    },
    // A long id is answered like an unknown id, so parameters may be as long as the URL.
    routerOptions: { querystringParser: () => ({}), maxParamLength: SIZES.headerBytes },
  };
}

/**
 * Malformed, oversized or slow requests never reach a route: the response is written to the socket directly.
 */
function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  answering: { requestId: string; baseUrl: string },
): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [code, detail] = brokenRequest(error.code);
  const body = JSON.stringify(problemBody(code, detail, {}, answering));
  socket.end(
    `HTTP/1.1 ${PROBLEMS[code].status} ${PROBLEMS[code].title}\r\nContent-Type: ${PROBLEM_TYPE}\r\n` +
      `${REQUEST_ID}: ${answering.requestId}\r\nCache-Control: no-store\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function brokenRequest(code: string | undefined): [ProblemCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['headers-too-large', `The request line and headers may have ${SIZES.headerBytes} bytes.`];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['request-timeout', 'The request was not complete in time.'];
  const part = PARTS.find(([codes]) => codes.test(code ?? ''))?.[1];
  return ['malformed-request', `The request is not valid HTTP/1.1${part ? `: ${part}` : ''}.`];
}

/** What the parser of HTTP could not read. */
const PARTS: readonly [RegExp, string][] = [
  [/^HPE_(INVALID_METHOD|INVALID_URL|INVALID_CONSTANT|INVALID_VERSION)$/, 'its first line cannot be read'],
  [/^HPE_\w*(HEADER_TOKEN|CONTENT_LENGTH|TRANSFER_ENCODING)$/, 'a header cannot be read'],
  [/^HPE_(INVALID_CHUNK_SIZE|STRICT)$/, 'its body cannot be read'],
];
