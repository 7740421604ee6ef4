import { isDatabaseUnavailable, isWriteToLostConnection } from './failures.ts';

/**
 * postgres.js 3.4.9 throws where nobody can catch it, in two cases. It writes the `rollback` of a transaction to a
 * connection that is gone; the transaction itself has been rejected by then. And when a connection is lost while it
 * asks for the types of arrays, which it does on each new one, that question is rejected with nobody waiting for it;
 * the query for which it connected is rejected as well. Left alone, a database that restarts would take the service
 * with it. Every other uncaught error still ends the process.
 */
export function surviveLostConnections(onOtherError: (error: unknown) => void): void {
  process.on('uncaughtException', (error, origin) => {
    if (isWriteToLostConnection(error)) return;
    if (origin === 'unhandledRejection' && isDatabaseUnavailable(error)) return;
    onOtherError(error);
  });
}
