import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { AppError } from '../errors.ts';
import { noSuchRoute } from './problems.ts';

export const REQUEST_ID = 'X-Request-Id';

/** On every answer: how to find it in the log, and that it is for the asker alone. */
export function addCommonHeaders(reply: FastifyReply, requestId: string): void {
  reply.header(REQUEST_ID, requestId);
  reply.header('X-Content-Type-Options', 'nosniff');
  reply.header('Cache-Control', 'no-store');
}

/**
 * A client that asks before it sends its body (curl does with more than a megabyte) is told to go on when nothing but
 * the body can be wrong any more: if it is refused, it need not have sent anything.
 */
export function continueWhenWelcome(app: FastifyInstance): void {
  const asking = new WeakSet<object>();
  app.server.on('checkContinue', (request, response) => {
    asking.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => method === 'GET' || method === 'HEAD')) return;
    const goOn: preParsingAsyncHookHandler = async (request, reply, payload) => {
      if (asking.has(request.raw)) reply.raw.writeContinue();
      return payload;
    };
    // After the route's own checks.
    route.preParsing = [route.preParsing ?? [], goOn].flat();
  });
}

/** The first to see a request: what is refused whoever asks is refused here, before a body is read. */
export function beginRequests(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // Nobody has to answer 417 to an expectation they do not know, and Node's own has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(reply, request.id);
    done(refusal(request, closing));
  });
}

function refusal(request: FastifyRequest, closing: boolean): AppError | undefined {
  if (closing)
    return new AppError('shutting-down', 'Please try again in a moment.', { retryAfterSeconds: 2 });
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
    return new AppError('malformed-request', 'A request of HTTP/1.1 must have a Host header.');
  return request.is404 ? noSuchRoute() : undefined;
}
