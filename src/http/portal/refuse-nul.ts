import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ValueError } from '../../errors.ts';
import { invalidValues } from '../validation-errors.ts';

/** The one character that text in PostgreSQL cannot have. Found here, it is a wrong value and no failure. */
export function refuseNul(portal: FastifyInstance): void {
  portal.addHook('preHandler', async ({ body }) => {
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
    // A roster, which is checked while it is read.
    if (body instanceof Readable) return;
    const errors: ValueError[] = Object.entries(body)
      .filter(([, value]) => JSON.stringify(value)?.includes('\\u0000'))
      .map(([name]) => ({
        in: 'body',
        pointer: `/${name}`,
        code: 'malformed',
        message: 'must not contain a NUL character',
      }));
    if (errors.length > 0) throw invalidValues(errors);
  });
}
