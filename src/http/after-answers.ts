import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { PLACES } from '../platform/limits.ts';
import { Slots } from '../platform/slots.ts';
import type { App } from './app.ts';

/** Throws 503 `busy` if too much work waits, whatever the request is about. */
type Continue = (work: () => Promise<void>, log: FastifyBaseLogger, failure: string) => void;

const RETRY_AFTER_SECONDS = 10;

/**
 * Work that an answer does not wait for, because its time would reveal something. Strangers cause it, so little of it runs at a
 * time. The app closes when it is done.
 */
export function afterAnswers(app: App): Continue {
  const { count, maxWaiting } = PLACES.afterAnswers;
  const slots = new Slots({ count, maxWaiting: Number.POSITIVE_INFINITY });
  const pending = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(pending);
  });
  return (work, log, failure) => {
    if (pending.size >= count + maxWaiting)
      throw new AppError('busy', 'Too many requests are waiting. Please try again in a moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    const settled: Promise<void> = slots
      .use(0, work)
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => pending.delete(settled));
    pending.add(settled);
  };
}
