import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../http/app.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import { watchConnections } from './quiet-connections.ts';

/** Open requests are cut off after this time, so that the process ends within 30 seconds. */
const PATIENCE_MS = 20_000;
/** A roster that is still being applied after this time is left to another node. */
const ROSTER_PATIENCE_MS = 18_000;
const MAX_MS = 29_000;
const SWEEP_MS = 100;
/**
 * One Ctrl-C under npm arrives twice: from the terminal and from npm. A person takes longer to press it
 * again.
 */
const SAME_SIGNAL_MS = 500;

/** The first signal refuses new work and finishes running work. A second signal ends the process at once. */
export function shutDownOnSignals(
  app: App,
  background: { stop(timeoutMs: number): Promise<void> } | undefined,
  database: OpenDatabase,
): void {
  const closeQuietConnections = watchConnections(app.server);
  let begun: number | undefined;
  const shutDown = async () => {
    if (begun !== undefined) {
      if (performance.now() - begun > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    begun = performance.now();
    process.stderr.write('Shutting down: finishing what is running. Press Ctrl-C again to stop at once.\n');
    setTimeout(() => process.exit(1), MAX_MS).unref();
    const cutOff = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
    const sweep = setInterval(() => closeQuietConnections(performance.now()), SWEEP_MS);
    // The transaction of unfinished work is rolled back with its connection, and the next worker repeats
    // it. Errors on the way, such as an unreachable database, do not stop the shutdown.
    await Promise.allSettled([
      app.close(),
      Promise.race([background?.stop(ROSTER_PATIENCE_MS), sleep(PATIENCE_MS)]),
    ]);
    clearTimeout(cutOff);
    clearInterval(sweep);
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, shutDown);
}
