import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Fastify reads a whole stream in order to answer HEAD without it: a short request would cost as much as a download. */
export function dropBodiesOfHead(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    // Fastify would add a length, which an answer that never has a body must not have.
    if (request.method === 'HEAD' && reply.statusCode === 204) return done(null, Readable.from([]));
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy();
    done(null, Readable.from([]));
  });
}
