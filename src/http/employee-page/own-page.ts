import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';

/**
 * Only pages of this service may send the date of birth or an answer. Browsers set `Origin` for every request that a page
 * sends with `fetch`, also under `no-referrer`; a page cannot change it.
 */
export function requireOwnPage(request: FastifyRequest, baseUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`];
  if (origin === undefined || !own.includes(origin) || (site !== undefined && site !== 'same-origin'))
    throw new AppError('foreign-origin', "The request was not sent from the employee's page.");
}
