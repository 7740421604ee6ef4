import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * State-changing requests must come from our own pages (CSRF). Browsers send `Sec-Fetch-Site`, which pages
 * cannot set; over plain http they do not, so there the origin must be ours. A request with neither header is
 * not from a browser and is refused. A page with `no-referrer` may send `null` as the origin of its own
 * requests.
 */
export function isOfOwnOrigin(request: FastifyRequest, baseUrl: string): boolean {
  if (SAFE.has(request.method)) return true;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`];
  return site === undefined
    ? origin !== undefined && own.includes(origin)
    : site === 'same-origin' && [...own, 'null', undefined].includes(origin);
}

export const foreignOrigin = () =>
  new AppError('foreign-origin', 'The request was not sent from a page of the portal.');
