import type { EventEmitter } from 'node:events';
import { clientGone } from '../../platform/errors.ts';

/** A request's socket. `request.signal` is no substitute: once a body has been read it no longer aborts. */
export type ClientSocket = EventEmitter & { destroyed?: boolean };

/** Its signal aborts when the client has gone, also after it has sent the whole body. */
export class Connection implements Disposable {
  readonly #socket: ClientSocket;
  readonly #gone = new AbortController();
  readonly #abort: () => void;

  constructor(socket: ClientSocket, reason: () => Error = clientGone) {
    this.#socket = socket;
    this.#abort = () => this.#gone.abort(reason());
    socket.once('close', this.#abort);
    if (socket.destroyed) this.#abort();
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  [Symbol.dispose](): void {
    this.#socket.off('close', this.#abort);
  }
}

/** Runs the work with a signal that aborts when the client has gone. */
export async function whileConnected<Result>(
  socket: ClientSocket,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  using connection = new Connection(socket);
  return await work(connection.signal);
}
