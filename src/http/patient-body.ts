import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

export interface Patience {
  /** Nothing arrives for so long. */
  idleMs: number;
  /** Fewer bytes a second than this, for `slowForMs` on end. */
  slowestPerSecond: number;
  slowForMs: number;
}

/**
 * The bytes of a body as they arrive, as long as they do. Only the time spent waiting for the client counts; while a
 * chunk is being worked on nothing is read, and the client is held back.
 */
export async function* readPatiently(body: Readable, patience: Patience): AsyncGenerator<Buffer> {
  const chunks = body.iterator({ destroyOnReturn: false });
  let bytes = 0;
  let waitedMs = 0;
  try {
    for (;;) {
      const begin = performance.now();
      const { done, value } = await within(patience.idleMs, chunks.next());
      waitedMs += performance.now() - begin;
      if (done) return;
      const chunk = Buffer.isBuffer(value) ? value : Buffer.from(value);
      bytes += chunk.length;
      if (waitedMs > patience.slowForMs) {
        if ((bytes * 1000) / waitedMs < patience.slowestPerSecond)
          throw new AppError(
            'request-timeout',
            `The body arrives too slowly: ${patience.slowestPerSecond} bytes a second are the least.`,
          );
        // Nobody lives on having been fast before.
        bytes = 0;
        waitedMs = 0;
      }
      yield chunk;
    }
  } finally {
    // Otherwise it goes on listening, and nobody else could read what is left. Not awaited: it waits for the client.
    chunks.return?.().catch(() => {});
  }
}

async function within<Value>(ms: number, reading: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new AppError('request-timeout', `Nothing of the body has arrived for ${Math.round(ms / 1000)} s.`),
        ),
      ms,
    );
  });
  try {
    return await Promise.race([reading, timeout]);
  } catch (error) {
    throw error instanceof AppError ? error : clientGone(error);
  } finally {
    clearTimeout(timer);
    // Whoever has lost the race may still fail.
    reading.catch(() => {});
  }
}

/** Nobody is there to read it; it is for the log. */
export function clientGone(cause?: unknown): AppError {
  return new AppError('malformed-request', 'The connection was closed before the body was complete.', {
    cause,
  });
}
