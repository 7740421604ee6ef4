import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * What changes something must come from our own pages. Every browser says where such a request comes from; one that does
 * not say is no browser, and has no business here.
 */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  if (SAFE.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`];
  const isOwn =
    origin === undefined
      ? site === 'same-origin'
      : own.includes(origin) && (site ?? 'same-origin') === 'same-origin';
  if (!isOwn) throw new AppError('foreign-origin', 'The request was not sent from a page of the portal.');
}
