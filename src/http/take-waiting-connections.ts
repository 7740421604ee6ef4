import type { Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** A busy server has to stop too. */
const PATIENCE_MS = 1_000;

/**
 * Waits until the server has taken the connections that wait for it, so that its listener can be closed. The system
 * resets those that are left by then, and with them the requests that are on their way.
 */
export async function takeWaitingConnections(server: Server): Promise<void> {
  const latest = performance.now() + PATIENCE_MS;
  let taken: number;
  const count = () => {
    taken += 1;
  };
  server.on('connection', count);
  do {
    taken = 0;
    // Between the two the event loop looks for connections once.
    await setImmediate();
    await setImmediate();
  } while (taken > 0 && performance.now() < latest);
  server.off('connection', count);
}
