import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../platform/db/types.ts';
import type { Delivery } from './deliveries-sql.ts';
import { type ClaimedEndpoint, ENDPOINTS, noteDelivered, type Replay } from './sender-sql.ts';

/** A request longer than this makes an endpoint a slow one. */
const SLOW_MS = 2_000;
/** With this many deliveries that are not stored yet, the next request waits: so many, and one more, may be sent again. */
const MAX_OPEN = 32;
/** The pause before a note, in which further deliveries join it: a receiver that answers at once gets 6 % more. */
const PAUSE_MS = 5;

/** Another sender has the endpoint, or it was changed, switched off or deleted. */
export class ClaimEnded extends Error {}

/**
 * Records deliveries while the next request is on its way: one statement notes all that have been delivered since the one
 * before. If the process dies, those that are not noted are sent again. They are few, and none is left out, because the
 * note moves only past delivered events.
 */
export class DeliveryLog {
  readonly #sql: Pool;
  readonly #endpoint: ClaimedEndpoint;
  readonly #now: () => number;
  /** Those that no note has yet, including those whose note is being written. */
  #open: Delivery[] = [];
  #through = 0;
  #replay: Replay | undefined;
  #writing: Promise<void> | undefined;
  #failure: unknown;
  /** Until when the claim is ours for sure, on the clock of this process. */
  #claimedUntil: number;

  constructor(sql: Pool, endpoint: ClaimedEndpoint, claimedAt: number, now = () => performance.now()) {
    this.#sql = sql;
    this.#endpoint = endpoint;
    this.#now = now;
    this.#claimedUntil = claimedAt + ENDPOINTS.seconds * 1000;
  }

  /** Call before a request: waits until few deliveries are unstored and the claim lasts longer than a request may take. */
  async beforeRequest(maxMs: number): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#open.length >= MAX_OPEN) await this.settle();
    if (this.#claimedUntil - this.#now() > maxMs) return;
    await this.settle();
    await this.#write([]);
    if (this.#claimedUntil - this.#now() <= maxMs) throw new ClaimEnded();
  }

  /** The deliveries that follow belong to this replay, or to none. */
  async begin(replay: Replay | undefined, after: number): Promise<void> {
    await this.settle();
    this.#replay = replay;
    this.#through = after;
  }

  add(delivery: Delivery, number: number): void {
    // A later note would move past deliveries that could not be noted, and the log would lack them. They are sent again.
    if (this.#failure) return;
    this.#open.push(delivery);
    this.#through = number;
    this.#writing ??= this.#writeAll();
  }

  /** Records everything, and that the endpoint wants nothing else up to this number. */
  async settle(through = this.#through): Promise<void> {
    while (this.#writing) await this.#writing;
    if (this.#failure) throw this.#failure;
    if (through > this.#through) {
      this.#through = through;
      await this.#write([]);
    }
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#open.length > 0) {
        await sleep(PAUSE_MS);
        const noted = [...this.#open];
        await this.#write(noted);
        this.#open.splice(0, noted.length);
      }
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#writing = undefined;
    }
  }

  async #write(deliveries: readonly Delivery[]): Promise<void> {
    const begin = this.#now();
    const progress = {
      replay: this.#replay,
      through: this.#through,
      isSlow: deliveries.length > 0 ? deliveries.some(isSlow) : null,
    };
    const noted = await noteDelivered(this.#sql, this.#endpoint, progress, deliveries);
    if (!noted?.isOn || noted.version.getTime() !== this.#endpoint.version.getTime()) throw new ClaimEnded();
    this.#claimedUntil = begin + ENDPOINTS.seconds * 1000;
  }
}

export function isSlow({ tookMs }: Pick<Delivery, 'tookMs'>): boolean {
  return tookMs > SLOW_MS;
}
