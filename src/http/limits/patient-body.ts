import type { Readable } from 'node:stream';
import { AppError } from '../../platform/errors.ts';

export interface Patience {
  /** The longest time without a single byte. */
  idleMs: number;
  /** The minimum rate is the average of each such period. */
  periodMs: number;
  /** The minimum rate from each time on that a body has taken; the first line begins at 0. */
  slowest: readonly { fromMs: number; perSecond: number }[];
}

/**
 * Yields the bytes of a body as they arrive. Only time spent waiting for the client counts. While a chunk is
 * processed, nothing is read, so back-pressure slows the client down.
 */
export async function* readPatiently(body: Readable, patience: Patience): AsyncGenerator<Buffer> {
  const chunks = body.iterator({ destroyOnReturn: false });
  const pace = new Pace(patience);
  try {
    for (;;) {
      const begin = performance.now();
      const { done, value } = await within(patience.idleMs, chunks.next());
      if (done) return;
      const chunk = Buffer.isBuffer(value) ? value : Buffer.from(value);
      pace.add(chunk.length, performance.now() - begin);
      yield chunk;
    }
  } finally {
    // Without this the iterator keeps listening, and the rest of the body cannot be read. Not awaited: it
    // waits for the client.
    chunks.return?.().catch(() => {});
  }
}

/** The rate is measured anew in each period, so a fast start cannot pay for a stall. */
export class Pace {
  readonly #patience: Patience;
  /** The time that the body took before this period. */
  #earlierMs = 0;
  #bytes = 0;
  #waitedMs = 0;

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  /** So many bytes have arrived after such a wait. Throws if they are too few. */
  add(bytes: number, waitedMs: number): void {
    this.#bytes += bytes;
    this.#waitedMs += waitedMs;
    if (this.#waitedMs <= this.#patience.periodMs) return;
    const least = this.#patience.slowest.findLast(({ fromMs }) => fromMs <= this.#earlierMs)?.perSecond ?? 0;
    if ((this.#bytes * 1000) / this.#waitedMs < least)
      throw new AppError(
        'request-timeout',
        `The body arrives too slowly: ${least} bytes a second are the least.`,
      );
    this.#earlierMs += this.#waitedMs;
    this.#bytes = 0;
    this.#waitedMs = 0;
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
    throw error instanceof AppError ? error : bodyCutOff(error);
  } finally {
    clearTimeout(timer);
    // Handles a rejection that comes after the timeout.
    reading.catch(() => {});
  }
}

/** For the log and for attempts: the client is gone. */
export function bodyCutOff(cause?: unknown): AppError {
  return new AppError('malformed-request', 'The connection was closed before the body was complete.', {
    cause,
  });
}
