import type { ByteBudget } from '../../platform/byte-budget.ts';
import { ROSTER_SIZES, SPEEDS } from '../../platform/limits.ts';
import { type SlotLimits, Slots } from '../../platform/slots.ts';
import { bodyCutOff, type Patience } from './patient-body.ts';
import { type ClientSocket, Connection } from './while-connected.ts';

export const patienceWith = (idleSeconds: number): Patience => ({
  idleMs: idleSeconds * 1000,
  periodMs: 60_000,
  slowest: SPEEDS,
});

/** A body while it is received. Its place and memory are free again when it is disposed of. */
export class ArrivingBody implements Disposable {
  readonly #share: Share;
  readonly #connection: Connection;

  constructor(share: Share, socket: ClientSocket) {
    this.#share = share;
    this.#connection = new Connection(socket, bodyCutOff);
  }

  /** Aborts when the client has gone, also after it has sent the whole body. */
  get signal(): AbortSignal {
    return this.#connection.signal;
  }

  /**
   * Passes the chunks on. Before the body becomes larger than a small one, or if there is no memory for a small one, it
   * waits for a place; meanwhile nothing more of it is read. The chunks before and after a decompression count together.
   */
  bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    return boundedBy(this.#share, chunks, this.signal);
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
    this.#share.giveBack();
  }
}

/** The bodies of one kind that a node receives, such as rosters. They have places and use the memory for small ones. */
export class BodiesInFlight {
  readonly #small: ByteBudget;
  readonly #places: Slots;

  /** `small`: the memory for bodies that need no place. One company has at most half of the places. */
  constructor(small: ByteBudget, { count, ...limits }: SlotLimits) {
    this.#small = small;
    this.#places = new Slots({ count, maxEach: Math.ceil(count / 2), ...limits });
  }

  begin(socket: ClientSocket, companyId: number): ArrivingBody {
    return new ArrivingBody(new Share(this.#small, this.#places, companyId), socket);
  }
}

async function* boundedBy(share: Share, chunks: AsyncIterable<Buffer>, signal: AbortSignal) {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    if (!share.hasRoomFor(chunk.length)) await share.takePlace(signal);
    yield chunk;
  }
}

/** The memory or the place that one body has taken. */
class Share {
  readonly #small: ByteBudget;
  readonly #places: Slots;
  readonly #companyId: number;
  #smallBytes = 0;
  #hasPlace = false;
  #takingPlace: Promise<void> | undefined;

  constructor(small: ByteBudget, places: Slots, companyId: number) {
    this.#small = small;
    this.#places = places;
    this.#companyId = companyId;
  }

  hasRoomFor(bytes: number): boolean {
    if (this.#hasPlace) return true;
    if (this.#smallBytes + bytes > ROSTER_SIZES.smallBytes || !this.#small.take(this.#companyId, bytes))
      return false;
    this.#smallBytes += bytes;
    return true;
  }

  takePlace(signal: AbortSignal): Promise<void> {
    this.#takingPlace ??= this.#takePlace(signal);
    return this.#takingPlace;
  }

  /** Until it has the place, the body keeps its memory. */
  async #takePlace(signal: AbortSignal): Promise<void> {
    await this.#places.take(this.#companyId, signal);
    this.#hasPlace = true;
    this.#giveMemoryBack();
  }

  giveBack(): void {
    this.#giveMemoryBack();
    if (this.#hasPlace) this.#places.release(this.#companyId);
    this.#hasPlace = false;
  }

  #giveMemoryBack(): void {
    this.#small.giveBack(this.#companyId, this.#smallBytes);
    this.#smallBytes = 0;
  }
}
