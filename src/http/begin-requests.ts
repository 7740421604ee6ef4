import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { refusals } from './access.ts';
import type { Admit } from './limits/requests-at-once.ts';
import { noSuchRoute } from './problems.ts';
import { endsWithSlash } from './query.ts';
import { takeWaitingConnections } from './take-waiting-connections.ts';
import { createMethodCheck } from './wrong-method.ts';

export const REQUEST_ID = 'X-Request-Id';

/** Browsers that have seen a page over https never ask for one over http again, for a year. */
const HTTPS_ONLY = 'max-age=31536000';

/** Sets the request id, and forbids caching by others, on every response. */
export function addCommonHeaders(reply: FastifyReply, requestId: string, baseUrl: string): void {
  reply.header(REQUEST_ID, requestId);
  if (baseUrl.startsWith('https:')) reply.header('Strict-Transport-Security', HTTPS_ONLY);
  reply.header('X-Content-Type-Options', 'nosniff');
  reply.header('Cache-Control', 'no-store');
}

/**
 * A client that sends `Expect: 100-continue` (curl does for bodies over a megabyte) receives `100 Continue`
 * after authentication, permissions and the integration have been checked, so a refused client need not send
 * its body.
 */
export function sendContinueAfterChecks(app: FastifyInstance): void {
  const asking = new WeakSet<object>();
  app.server.on('checkContinue', (request, response) => {
    asking.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => method === 'GET' || method === 'HEAD')) return;
    const sendContinue: preParsingAsyncHookHandler = async (request, reply, payload) => {
      if (asking.has(request.raw)) reply.raw.writeContinue();
      return payload;
    };
    // Registered after the route's own checks.
    route.preParsing = [route.preParsing ?? [], sendContinue].flat();
  });
}

/** The first hook: refuses requests that no route accepts, before a body is read. */
export function beginRequests(app: FastifyInstance, baseUrl: string, admit: Admit | undefined): void {
  let closing = false;
  const wrongMethod = createMethodCheck(app);
  const noRoute = (url: string) => {
    const [path = ''] = url.split('?', 1);
    return path.endsWith('/') && wrongMethod(path.slice(0, -1)) ? endsWithSlash() : noSuchRoute();
  };
  app.addHook('preClose', async () => {
    await takeWaitingConnections(app.server);
    closing = true;
  });
  // Unknown expectations are ignored: a 417 is optional, and Node's own has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(reply, request.id, baseUrl);
    if (closing) return done(shuttingDown());
    const refusal =
      hostRefusal(request) ??
      (request.is404 ? (wrongMethod(request.url) ?? noRoute(request.url)) : undefined);
    if (refusal) refusals(admit, request, done)(refusal);
    else done();
  });
}

const shuttingDown = () =>
  new AppError('shutting-down', 'Please try again in a moment.', { retryAfterSeconds: 2 });

function hostRefusal(request: FastifyRequest): AppError | undefined {
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
    return new AppError('malformed-request', 'A request of HTTP/1.1 must have a Host header.');
  if (hasSeveralHosts(request.raw.rawHeaders))
    return new AppError('malformed-request', 'A request must not have several Host headers.');
  return undefined;
}

/** A proxy may read the first of them and Node the last, so the two could speak of different sites. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}
