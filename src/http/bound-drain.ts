import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a client that was refused early may still send before its connection is closed. */
const DRAIN_BYTES = 1024 * 1024;
const DRAIN_MS = 2_000;
const LOOK_EVERY_MS = 50;

/**
 * Once a response is out Node reads what is left of the body for as long as it comes, without any limit of time. A
 * client that soon stops keeps its connection; closing at once would often destroy the answer on its way.
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
  const most = socket.bytesRead + DRAIN_BYTES;
  const until = performance.now() + DRAIN_MS;
  // Not by listening to the body: Node takes the listeners away from one that nobody has begun to read.
  const looking = setInterval(() => {
    if (raw.complete || raw.readableEnded) clearInterval(looking);
    else if (performance.now() > until || socket.bytesRead > most) raw.destroy();
  }, LOOK_EVERY_MS).unref();
  raw.once('close', () => clearInterval(looking));
  raw.resume();
}
