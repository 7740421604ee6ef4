import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

export interface Patience {
  /** The longest time without a single byte. */
  idleMs: number;
  /** The minimum rate, measured over `slowForMs`. */
  slowestPerSecond: number;
  slowForMs: number;
}

/**
 * Yields the bytes of a body as they arrive. Only time spent waiting for the client counts. While a chunk is
 * processed, nothing is read, so back-pressure slows the client down.
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
        // The rate is measured anew in each period, so a fast start cannot pay for a stall.
        bytes = 0;
        waitedMs = 0;
      }
      yield chunk;
    }
  } finally {
    // Without this the iterator keeps listening, and the rest of the body cannot be read. Not awaited: it
    // waits for the client.
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
    // Handles a rejection that comes after the timeout.
    reading.catch(() => {});
  }
}

/** For the log only: the client is gone. */
export function clientGone(cause?: unknown): AppError {
  return new AppError('malformed-request', 'The connection was closed before the body was complete.', {
    cause,
  });
}
