import type { FastifyReply, FastifyRequest } from 'fastify';
import { MISSING_PAGE } from './missing-page.ts';
import { chooseEncoding, type PortalFile } from './portal-files.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const policy = (...more: string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ');
const POLICY = policy();
/** The portal frames the mails of its outbox, which have a stricter policy. */
const PORTAL_POLICY = policy("frame-src 'self'");

export function addPageHeaders(reply: FastifyReply, { isPortal = false } = {}): void {
  reply.header('Content-Security-Policy', isPortal ? PORTAL_POLICY : POLICY);
  // URLs contain secrets (tokens) and ids of people, so they must not leak through referrers or search engines.
  reply.header('Referrer-Policy', 'no-referrer');
  reply.header('X-Robots-Tag', 'noindex');
}

export function sendHtml(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(text);
}

export function sendMissing(reply: FastifyReply): FastifyReply {
  return sendHtml(reply.code(503), MISSING_PAGE);
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: PortalFile): FastifyReply {
  reply.header('ETag', file.etag).header('Vary', 'Accept-Encoding').type(file.type);
  if (file.isHashed) reply.header('Cache-Control', FOR_EVER);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding'], file);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.send(file.bodies[encoding]);
}
