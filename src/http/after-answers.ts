import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { SLOTS } from '../platform/limits.ts';
import { Slots } from '../platform/slots.ts';
import type { App } from './app.ts';

/** Rejects with 503 `busy` if too much work waits and the owner has most of it, whatever the request is about. */
type Continue<Owner> = (
  owner: Owner,
  work: () => Promise<void>,
  log: FastifyBaseLogger,
  failure: string,
) => Promise<void>;

/**
 * Work that an answer does not wait for, because its time would reveal something. Strangers cause it, so little of it runs at a
 * time, and owners (companies, or networks where the company is not known yet) are served in turn: the flood of one does not fill
 * the line of the others. Work that has lost its slot to another owner is logged. The app closes when all is done.
 */
export function afterAnswers<Owner extends number | string>(app: App): Continue<Owner> {
  const slots = new Slots<Owner>(SLOTS.afterAnswers);
  const pending = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(pending);
  });
  return async (owner, work, log, failure) => {
    const slot = slots.take(owner);
    // A refusal is known at once. A slot is not waited for: when it is free depends on what others have asked about.
    await Promise.race([slot, nextTurn()]);
    const settled: Promise<void> = slot
      .then(() => work().finally(() => slots.release(owner)))
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => pending.delete(settled));
    pending.add(settled);
  };
}
