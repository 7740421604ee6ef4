import { setImmediate } from 'node:timers/promises';

/** A turn of the event loop that takes less time has found nothing to do. */
const QUIET_MS = 0.1;
/** A busy server has to stop too. */
const PATIENCE_MS = 1_000;

/**
 * Waits for a turn of the event loop in which nothing arrives, so that a listener can be closed after it. The system
 * resets connections that the server has not taken by then, and with them the requests that are on their way. While
 * requests arrive, there are such connections after almost every turn.
 */
export async function quietTurn(): Promise<void> {
  const latest = performance.now() + PATIENCE_MS;
  for (let begin = performance.now(); begin < latest; begin = performance.now()) {
    await setImmediate();
    if (performance.now() - begin < QUIET_MS) return;
  }
}
