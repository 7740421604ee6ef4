import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Fastify reads a whole stream in order to answer HEAD without it: a short request would cost as much as a download. */
export function dropBodiesOfHead(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy();
    done(null, Readable.from([]));
  });
}
