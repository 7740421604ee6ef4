import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SIZES, TIMES } from '../../platform/limits.ts';

const LOOK_EVERY_MS = 50;

/**
 * After a response, Node reads the rest of the body without a time limit. A client that stops soon keeps its
 * connection. Closing at once would often destroy the response in transit.
 */
export function boundDrains(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _reply, done) => {
    boundDrain(request);
    done();
  });
}

function boundDrain({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  const { socket } = raw;
  const max = socket.bytesRead + SIZES.drainBytes;
  const until = performance.now() + TIMES.drainMs;
  // Watches the byte count of the socket: Node removes listeners from a body that has not been read yet.
  const looking = setInterval(() => {
    if (raw.complete || raw.readableEnded) clearInterval(looking);
    else if (performance.now() > until || socket.bytesRead > max) raw.destroy();
  }, LOOK_EVERY_MS).unref();
  raw.once('close', () => clearInterval(looking));
  raw.resume();
}
