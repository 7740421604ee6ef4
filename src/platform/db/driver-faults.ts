import { isDatabaseUnavailable, isWriteToLostConnection } from './failures.ts';

/**
 * postgres.js 3.4.9 throws uncatchable errors in two cases: it writes the `rollback` of a transaction to a
 * lost connection, after the transaction was rejected; and it loses a connection during its query for array
 * types, after the original query was rejected. A database restart must not end the service, so these two are
 * ignored. Every other uncaught error ends the process.
 */
export function surviveLostConnections(onOtherError: (error: unknown) => void): void {
  process.on('uncaughtException', (error, origin) => {
    if (isWriteToLostConnection(error)) return;
    if (origin === 'unhandledRejection' && isDatabaseUnavailable(error)) return;
    onOtherError(error);
  });
}
