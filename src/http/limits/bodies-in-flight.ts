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

/** A body while it is received. Its slot and memory are free again when it is disposed of. */
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
   * waits for a slot; meanwhile nothing more of it is read. The chunks before and after a decompression count together.
   */
  bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    return boundedBy(this.#share, chunks, this.signal);
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
    this.#share.giveBack();
  }
}

/** The bodies of one kind that a node receives, such as rosters. They have slots and use the memory for small ones. */
export class BodiesInFlight {
  readonly #small: ByteBudget;
  readonly #slots: Slots;

  /** `small`: the memory for bodies that need no slot. One company has at most half of the slots. */
  constructor(small: ByteBudget, { count, ...limits }: SlotLimits) {
    this.#small = small;
    this.#slots = new Slots({ count, maxEach: Math.ceil(count / 2), ...limits });
  }

  begin(socket: ClientSocket, companyId: number): ArrivingBody {
    return new ArrivingBody(new Share(this.#small, this.#slots, companyId), socket);
  }
}

async function* boundedBy(share: Share, chunks: AsyncIterable<Buffer>, signal: AbortSignal) {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    if (!share.hasRoomFor(chunk.length)) await share.takeSlot(signal);
    yield chunk;
  }
}

/** The memory or the slot that one body has taken. */
class Share {
  readonly #small: ByteBudget;
  readonly #slots: Slots;
  readonly #companyId: number;
  #smallBytes = 0;
  #hasSlot = false;
  #takingSlot: Promise<void> | undefined;

  constructor(small: ByteBudget, slots: Slots, companyId: number) {
    this.#small = small;
    this.#slots = slots;
    this.#companyId = companyId;
  }

  hasRoomFor(bytes: number): boolean {
    if (this.#hasSlot) return true;
    if (this.#smallBytes + bytes > ROSTER_SIZES.smallBytes || !this.#small.take(this.#companyId, bytes))
      return false;
    this.#smallBytes += bytes;
    return true;
  }

  takeSlot(signal: AbortSignal): Promise<void> {
    this.#takingSlot ??= this.#takeSlot(signal);
    return this.#takingSlot;
  }

  /** Until it has the slot, the body keeps its memory. */
  async #takeSlot(signal: AbortSignal): Promise<void> {
    await this.#slots.take(this.#companyId, signal);
    this.#hasSlot = true;
    this.#giveMemoryBack();
  }

  giveBack(): void {
    this.#giveMemoryBack();
    if (this.#hasSlot) this.#slots.release(this.#companyId);
    this.#hasSlot = false;
  }

  #giveMemoryBack(): void {
    this.#small.giveBack(this.#companyId, this.#smallBytes);
    this.#smallBytes = 0;
  }
}
