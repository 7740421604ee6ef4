/**
 * postgres.js 3.4.9 writes the `rollback` of a transaction to a connection that is gone, and throws where nobody can
 * catch it; the transaction itself has been rejected by then. Left alone, a database that restarts during a
 * transaction would take the service with it. Every other uncaught error still ends the process.
 */
export function surviveLostConnections(onOtherError: (error: unknown) => void): void {
  process.on('uncaughtException', (error) => {
    if (!isWriteToLostConnection(error)) onOtherError(error);
  });
}

export function isWriteToLostConnection(error: unknown): boolean {
  return (
    error instanceof TypeError && /nextWrite \([^\n]*postgres\/src\/connection\.js/.test(error.stack ?? '')
  );
}
