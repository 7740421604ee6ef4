import type { EventEmitter } from 'node:events';
import { clientGone } from '../../platform/errors.ts';

/** A request's socket. `request.signal` is no substitute: once a body has been read it no longer aborts. */
export type ClientSocket = EventEmitter & { destroyed?: boolean };

/** Runs the work with a signal that aborts when the client has gone, also after it has sent the whole body. */
export async function whileConnected<Result>(
  socket: ClientSocket,
  work: (signal: AbortSignal) => Promise<Result>,
  reason: () => Error = clientGone,
): Promise<Result> {
  const gone = new AbortController();
  const abort = () => gone.abort(reason());
  socket.once('close', abort);
  if (socket.destroyed) abort();
  try {
    return await work(gone.signal);
  } finally {
    socket.off('close', abort);
  }
}
