import type { Server } from 'node:http';

/**
 * Closes a connection whose client has taken nothing of its answer for so long: answers that nobody reads would otherwise stay in
 * memory, and keep the slots of downloads and exports. A request that is still being worked on may take longer.
 */
export function closeUnread(server: Server, afterMs: number): void {
  server.setTimeout(afterMs, (socket) => {
    // Between two requests Node sets a time limit of its own.
    const isIdle = socket.timeout !== afterMs;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
}
