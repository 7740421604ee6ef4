import type { OpenDatabase } from '../db/open.ts';
import type { App } from '../http/app.ts';

/** What is still running after this is cut off, so that the process is gone within 30 seconds. */
const PATIENCE_MS = 25_000;

/** The first signal finishes what runs and refuses the new; a second one does not wait. */
export function shutDownOnSignals(app: App, database: OpenDatabase): void {
  let closing = false;
  const shutDown = async () => {
    if (closing) process.exit(1);
    closing = true;
    process.stderr.write('Shutting down: finishing what is running. Press Ctrl-C again to stop at once.\n');
    const cutOff = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
    await app.close();
    clearTimeout(cutOff);
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, shutDown);
}
