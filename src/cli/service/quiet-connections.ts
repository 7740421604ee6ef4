import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that connects in order to send a request sends it within this time. */
const SILENT_MS = 1_000;

/**
 * Returns a function that closes connections without a request, for a server that stops. `close` does so only once, so connections
 * that become idle later stay open. Node counts a connection that has never sent a byte as busy; browsers open such
 * connections in advance. These are closed after they were silent for a while: the first request of a new one may already be on its way.
 */
export function watchConnections(server: Server): (now: number) => void {
  const open = new Set<Socket>();
  const silentSince = new WeakMap<Socket, number>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return (now) => {
    server.closeIdleConnections();
    for (const socket of open) {
      if (socket.bytesRead > 0) continue;
      const since = silentSince.get(socket);
      if (since === undefined) silentSince.set(socket, now);
      else if (now - since >= SILENT_MS) socket.destroy();
    }
  };
}
