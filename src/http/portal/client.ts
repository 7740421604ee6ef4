import type { FastifyRequest } from 'fastify';
import type { Client } from '../../accounts/sessions-sql.ts';

/** Clients choose the name, so only its beginning is stored. */
const MAX_BROWSER_LENGTH = 300;

export function clientOf(request: FastifyRequest): Client {
  const name = request.headers['user-agent']?.slice(0, MAX_BROWSER_LENGTH).toWellFormed();
  return { address: request.ip.slice(0, 100), browser: name || null };
}
