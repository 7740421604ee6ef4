import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPEN } from '../access.ts';
import type { App } from '../app.ts';
import { noSuchRoute } from '../problems.ts';
import { buildPortal } from './build-portal.ts';
import { chooseEncoding, type PortalFile, type PortalFiles, readPortalFiles } from './portal-files.ts';
import { waitingPage } from './waiting-page.ts';

const INDEX = 'index.html';
const FOR_EVER = 'public, max-age=31536000, immutable';
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  // The mails of the outbox, which have a stricter policy of their own.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the portal's files. Its data comes from `/portal/api`. */
export function portalPages(app: App): void {
  let files: PortalFiles | undefined;
  let failed = false;

  const load = async () => {
    failed = false;
    try {
      files = await readPortalFiles(await buildPortal());
    } catch (error) {
      failed = true;
      app.log.error({ err: error }, 'the portal could not be built');
    }
  };
  let loading: Promise<void> | undefined;

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const name = pathOf(request);
    if (name === 'api' || name.startsWith('api/')) throw noSuchRoute();
    addPageHeaders(reply);
    if (!files) {
      loading ??= load().finally(() => {
        loading = undefined;
      });
      await Promise.race([loading, soon()]);
    }
    if (!files) return sendWaiting(reply, failed ? 'failed' : 'building');
    const file = files.get(name);
    // A page from before an update may request a removed file; answering with the start page would not help.
    if (!file && name.startsWith('assets/')) throw noSuchRoute();
    const sent = file ?? files.get(INDEX);
    if (!sent) throw noSuchRoute();
    return sendFile(request, reply, sent);
  };

  const options = { config: { access: OPEN }, schema: { hide: true } };
  app.get('/portal', options, answer);
  app.get('/portal/*', options, answer);
}

/** Long enough to read a portal that is built already. */
function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000));
}

function pathOf(request: FastifyRequest): string {
  return (request.params as { '*'?: string })['*'] ?? '';
}

function addPageHeaders(reply: FastifyReply): void {
  reply.header('Content-Security-Policy', POLICY);
  // URLs contain secrets (invitations) and ids of people, so they must not leak through referrers.
  reply.header('Referrer-Policy', 'no-referrer');
  reply.header('X-Robots-Tag', 'noindex');
}

function sendWaiting(reply: FastifyReply, state: 'building' | 'failed'): FastifyReply {
  return reply.code(503).header('Retry-After', '1').type('text/html; charset=utf-8').send(waitingPage(state));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: PortalFile): FastifyReply {
  reply.header('ETag', file.etag).header('Vary', 'Accept-Encoding').type(file.type);
  if (file.isHashed) reply.header('Cache-Control', FOR_EVER);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding'], file);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.send(file.bodies[encoding]);
}
