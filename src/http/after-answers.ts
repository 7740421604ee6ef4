import type { FastifyBaseLogger } from 'fastify';
import type { App } from './app.ts';

type Continue = (work: Promise<void>, log: FastifyBaseLogger, failure: string) => void;

/** Work that an answer does not wait for, because its time would reveal something. The app closes when it is done. */
export function afterAnswers(app: App): Continue {
  const pending = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(pending);
  });
  return (work, log, failure) => {
    const settled: Promise<void> = work
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => pending.delete(settled));
    pending.add(settled);
  };
}
