import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ValueError } from '../../platform/errors.ts';
import { invalidValues } from '../validation-errors.ts';

/**
 * Characters that PostgreSQL text cannot store. Refusing them here gives a 422 instead of a database error.
 */
export function refuseUnstorable(portal: FastifyInstance): void {
  portal.addHook('preHandler', async ({ body }) => {
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
    // Rosters are checked while they are read.
    if (body instanceof Readable) return;
    const errors: ValueError[] = Object.entries(body)
      .filter(([, value]) => !isStorable(value))
      .map(([name]) => ({
        in: 'body',
        pointer: `/${name}`,
        code: 'malformed',
        message: 'must not contain a NUL character or half of a surrogate pair',
      }));
    if (errors.length > 0) throw invalidValues(errors);
  });
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => isStorable(name) && isStorable(each));
}
