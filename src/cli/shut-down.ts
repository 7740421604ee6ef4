import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '../db/open.ts';
import type { App } from '../http/app.ts';

/** What is still running after this is cut off, so that the process is gone within 30 seconds. */
const PATIENCE_MS = 20_000;
/** A roster that is still being applied after this is handed back, so that another node takes it up at once. */
const ROSTER_PATIENCE_MS = 18_000;
const LONGEST_MS = 29_000;
const SWEEP_MS = 100;
/** The terminal tells npm and us of one Ctrl-C, and npm tells us again: a second one takes longer to press. */
const SAME_SIGNAL_MS = 500;

/** The first signal finishes what runs and refuses the new; a second one does not wait. */
export function shutDownOnSignals(
  app: App,
  background: { stop(timeoutMs: number): Promise<void> },
  database: OpenDatabase,
): void {
  const closeQuietConnections = watchConnections(app);
  let begun: number | undefined;
  const shutDown = async () => {
    if (begun !== undefined) {
      if (performance.now() - begun > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    begun = performance.now();
    process.stderr.write('Shutting down: finishing what is running. Press Ctrl-C again to stop at once.\n');
    setTimeout(() => process.exit(1), LONGEST_MS).unref();
    const cutOff = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
    const sweep = setInterval(closeQuietConnections, SWEEP_MS);
    // A job that takes longer is rolled back with its connection, and done again by whoever starts next. Whatever
    // fails on the way, the database away for instance, is no reason not to go on.
    await Promise.allSettled([
      app.close(),
      Promise.race([background.stop(ROSTER_PATIENCE_MS), sleep(PATIENCE_MS)]),
    ]);
    clearTimeout(cutOff);
    clearInterval(sweep);
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, shutDown);
}

/**
 * Closes connections without a request. `close` does so once; after it, one falls quiet whenever its last response
 * is out. And one that has never sent anything, which browsers open ahead of need, counts as busy to Node.
 */
function watchConnections({ server }: App): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
