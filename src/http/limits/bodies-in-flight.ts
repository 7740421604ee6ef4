import { Slots } from '../../platform/slots.ts';
import { SMALL_ROSTER_BYTES } from '../../rosters/receive/limits.ts';
import { bodyCutOff, type Patience } from './patient-body.ts';
import { type ClientSocket, whileConnected } from './while-connected.ts';

/** A body up to this size needs no place: the entries of such a roster stay in memory. */
const SMALL_BYTES = SMALL_ROSTER_BYTES;

/** For bodies without a place: the bytes that a node has of all of them, and of those of one company. */
const MAX_SMALL_BYTES = 64 * SMALL_BYTES;
const MAX_SMALL_BYTES_EACH = 8 * SMALL_BYTES;

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * How fast a roster or a document has to arrive. In the first minute a slow line is fast enough; a body that occupies a place for
 * many minutes has to be faster. docs/operating.md has the table.
 */
export const SLOWEST = [
  { fromMs: 0, perSecond: 1024 },
  { fromMs: 1 * MINUTE, perSecond: 8 * 1024 },
  { fromMs: 5 * MINUTE, perSecond: 64 * 1024 },
  { fromMs: 10 * MINUTE, perSecond: 512 * 1024 },
] as const;

export const patienceWith = (idleSeconds: number): Patience => ({
  idleMs: idleSeconds * SECOND,
  periodMs: MINUTE,
  slowest: SLOWEST,
});

/** The memory of a node for bodies that have no place. */
export class SmallBodies {
  #free = MAX_SMALL_BYTES;
  readonly #used = new Map<number, number>();

  take(companyId: number, bytes: number): boolean {
    const used = (this.#used.get(companyId) ?? 0) + bytes;
    if (bytes > this.#free || used > MAX_SMALL_BYTES_EACH) return false;
    this.#free -= bytes;
    this.#used.set(companyId, used);
    return true;
  }

  giveBack(companyId: number, bytes: number): void {
    this.#free += bytes;
    const used = (this.#used.get(companyId) ?? 0) - bytes;
    if (used > 0) this.#used.set(companyId, used);
    else this.#used.delete(companyId);
  }
}

interface Limits {
  /** The places for bodies that are not small. One company has at most half of them. */
  places: number;
  /** How long a body waits for a place, and how many wait. */
  patienceMs: number;
  maxWaiting: number;
}

/** A body while it is received. */
export interface ArrivingBody {
  /** Aborts when the client has gone, also after it has sent the whole body. */
  readonly signal: AbortSignal;
  /**
   * Passes the chunks on. Before the body becomes larger than a small one, or if there is no memory for a small one, it
   * waits for a place; meanwhile nothing more of it is read. The chunks before and after a decompression count together.
   */
  bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
}

/** The bodies of one kind that a node receives, such as rosters. They have places and use the memory for small ones. */
export class BodiesInFlight {
  readonly #small: SmallBodies;
  readonly #places: Slots;

  constructor(small: SmallBodies, { places, patienceMs, maxWaiting }: Limits) {
    this.#small = small;
    this.#places = new Slots({ count: places, maxEach: Math.ceil(places / 2), patienceMs, maxWaiting });
  }

  /** Place and memory are free again when `read` is done. */
  async receive<Result>(
    socket: ClientSocket,
    companyId: number,
    read: (body: ArrivingBody) => Promise<Result>,
  ): Promise<Result> {
    const share = new Share(this.#small, this.#places, companyId);
    const readBody = (signal: AbortSignal) =>
      read({ signal, bounded: (chunks) => boundedBy(share, chunks, signal) });
    try {
      return await whileConnected(socket, readBody, bodyCutOff);
    } finally {
      share.giveBack();
    }
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
  readonly #small: SmallBodies;
  readonly #places: Slots;
  readonly #companyId: number;
  #smallBytes = 0;
  #hasPlace = false;
  #takingPlace: Promise<void> | undefined;

  constructor(small: SmallBodies, places: Slots, companyId: number) {
    this.#small = small;
    this.#places = places;
    this.#companyId = companyId;
  }

  hasRoomFor(bytes: number): boolean {
    if (this.#hasPlace) return true;
    if (this.#smallBytes + bytes > SMALL_BYTES || !this.#small.take(this.#companyId, bytes)) return false;
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
