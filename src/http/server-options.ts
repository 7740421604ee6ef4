import type { Socket } from 'node:net';
import { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { isCalendarDate, isDateOrTimestamp } from '../calendar/dates.ts';
import type { Config } from '../config.ts';
import { logOptions } from './log.ts';
import {
  PROBLEM_TYPE,
  PROBLEMS,
  type ProblemCode,
  problemBody,
  sendProblem,
  toAppError,
} from './problems.ts';

export const HEADER_BYTES = 16_384;
const HEADERS_WITHIN_MS = 15_000;
const REQUEST_WITHIN_MS = 120_000;

const formats = {
  date: isCalendarDate,
  'date-or-timestamp': isDateOrTimestamp,
  month: (text: string) => isCalendarDate(`${text}-01`),
};

export function serverOptions(config: Config) {
  return {
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    trustProxy: config.trustProxy ?? false,
    // Values are turned into numbers and lists by our own rules (query.ts); the validator only judges.
    ajv: {
      customOptions: { coerceTypes: false as const, allErrors: true, removeAdditional: false, formats },
    },
    http: {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      connectionsCheckingInterval: 5_000,
    },
    requestTimeout: REQUEST_WITHIN_MS,
    forceCloseConnections: 'idle' as const,
    return503OnClosing: true,
    clientErrorHandler: answerBrokenRequest,
    // An address that cannot be decoded is refused before there is a route, and so before any hook.
    frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      sendProblem(reply, toAppError(error), '');
    },
    routerOptions: { querystringParser: () => ({}) },
  };
}

/** Unguessable enough not to collide between nodes, and a hundred times cheaper than a random one each. */
function requestIds(): () => string {
  const node = Math.trunc(Math.random() * 2 ** 40)
    .toString(36)
    .padStart(8, '0');
  let count = 0;
  return () => `${node}-${(++count).toString(36)}`;
}

/** What is not even HTTP, too long or too slow never becomes a request: the answer is written by hand. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [code, detail] = brokenRequest(error.code);
  const body = JSON.stringify(problemBody(code, detail));
  socket.end(
    `HTTP/1.1 ${PROBLEMS[code].status} ${PROBLEMS[code].title}\r\nContent-Type: ${PROBLEM_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function brokenRequest(code: string | undefined): [ProblemCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['headers-too-large', `The request line and headers may have ${HEADER_BYTES} bytes.`];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['request-timeout', 'The request was not complete in time.'];
  return ['malformed-request', 'The request is not valid HTTP/1.1.'];
}
