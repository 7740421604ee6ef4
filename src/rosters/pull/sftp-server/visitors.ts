import type { Socket } from 'node:net';

/**
 * Connections on which nobody has signed in yet. Strangers can open as many as they like. If there are too many, the oldest one of
 * the network address with the most of them is closed, so that others can still sign in.
 */
export class Visitors {
  readonly #networks = new Map<Socket, string>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(socket: Socket, network: string): void {
    this.#networks.set(socket, network);
    if (this.#networks.size <= this.#max) return;
    const oldest = this.#oldestOfLargest();
    if (!oldest) return;
    this.#networks.delete(oldest);
    oldest.destroy();
  }

  /** It is closed, or somebody has signed in. */
  delete(socket: Socket): void {
    this.#networks.delete(socket);
  }

  #oldestOfLargest(): Socket | undefined {
    const sockets = Map.groupBy(this.#networks.keys(), (socket) => this.#networks.get(socket));
    const [largest] = [...sockets.values()].sort((one, other) => other.length - one.length);
    return largest?.[0];
  }
}
