import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * What changes something must come from our own pages. Browsers say from which site a request comes, in a header that
 * no page can set; where they do not (over plain http), the origin has to be ours. One that says neither is no browser,
 * and has no business here. A page that hides its address may send `null` as the origin of its own requests.
 */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  if (SAFE.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`];
  const isOwn =
    site === undefined
      ? origin !== undefined && own.includes(origin)
      : site === 'same-origin' && [...own, 'null', undefined].includes(origin);
  if (!isOwn) throw new AppError('foreign-origin', 'The request was not sent from a page of the portal.');
}
