import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../db/types.ts';
import { type CompanyWithWork, Turns } from './turns.ts';
import { type WithoutSlot, WorkerSlots } from './worker-slots.ts';

/** Ids and counts only, no personal data. */
export interface WorkLog {
  info(values: object, message: string): void;
  error(values: object, message: string): void;
}

export interface Worker {
  /** Says that a company has work, which is claimed at once if there is a slot. Otherwise the next look finds it. */
  wake(companyId: number): void;
  /** Claims nothing any more. After the time, running work is cut off, and another worker does it again. */
  stop(timeoutMs: number): Promise<void>;
}

/** How the work learns that the node stops. */
interface Stopping {
  /** Aborted first: begin no further step. */
  readonly stopping: AbortSignal;
  /** Aborted when the time is over: end now. */
  readonly stopped: AbortSignal;
}

interface Options<Claimed extends { companyId: number }> {
  /** What is done, for the log. */
  name: string;
  sql: Pool;
  log: WorkLog;
  /** Pieces of work that this node does at the same time, and those of one company among them. */
  slots: number;
  /** Pieces that may wait without a slot (`WithoutSlot`). Further ones keep theirs. */
  restingSlots?: number;
  slotsOfACompany?: number;
  /** How often it looks for companies that have work. */
  everyMs: number;
  find(): Promise<Iterable<CompanyWithWork>>;
  /** Claims work of a company, at most so much. Less: the company has no more. */
  claim(waiting: CompanyWithWork, max: number): Promise<readonly Claimed[]>;
  /** Does the work and settles the claim. */
  work(claimed: Claimed, stopping: Stopping & { withoutSlot: WithoutSlot }): Promise<void>;
  /** Nothing is claimed while it is true. */
  isPaused?: () => boolean;
}

/** If looking takes long, because much work waits, the next look comes later: after this many times as long, or as the usual pause. */
const PAUSE_FACTOR = 10;
const MAX_PAUSES = 5;

/**
 * Does work of all companies: finds the companies that have some, claims a piece of one company after the other, and does as many
 * pieces at the same time as there are slots. Every node has such a worker. The claims, which are in the database, keep two
 * workers from doing the same piece (`claims.ts`).
 */
export function startWorker<Claimed extends { companyId: number }>(options: Options<Claimed>): Worker {
  const worker = new ClaimingWorker(options);
  // Its callers pass `wake` on as a function of its own.
  return {
    wake: (companyId) => worker.wake(companyId),
    stop: (timeoutMs) => worker.stop(timeoutMs),
  };
}

class ClaimingWorker<Claimed extends { companyId: number }> implements Worker {
  readonly #options: Options<Claimed>;
  readonly #slots: WorkerSlots;
  readonly #turns = new Turns();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #stopped = new AbortController();
  readonly #loop: Promise<void>;
  #waking = Promise.withResolvers<void>();
  #lookAt = 0;

  constructor(options: Options<Claimed>) {
    this.#options = options;
    const { slots, slotsOfACompany = slots, restingSlots = 0 } = options;
    this.#slots = new WorkerSlots({ slots, slotsOfACompany, restingSlots }, () => this.#waking.resolve());
    this.#loop = this.#run();
  }

  wake(companyId: number): void {
    this.#turns.add({ companyId, rank: 0 });
    this.#waking.resolve();
  }

  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    this.#waking.resolve();
    await this.#loop;
    const patience = setTimeout(() => this.#stopped.abort(), timeoutMs);
    await Promise.all(this.#running);
    clearTimeout(patience);
    this.#stopped.abort();
  }

  async #run(): Promise<void> {
    const { name, log, isPaused = () => false } = this.#options;
    while (!this.#stopping.signal.aborted) {
      this.#waking = Promise.withResolvers<void>();
      try {
        if (this.#slots.free > 0 && !isPaused()) {
          await this.#look();
          await this.#claimAll();
        }
      } catch (error) {
        log.error({ err: error }, `${name}: could not look for work`);
      }
      await this.#untilWokenOrNextLook();
    }
  }

  async #look(): Promise<void> {
    const { everyMs, find } = this.#options;
    const begun = performance.now();
    if (begun < this.#lookAt) return;
    // Set first: if looking fails, the next look comes after the usual pause.
    this.#lookAt = begun + everyMs;
    for (const waiting of await find()) this.#turns.add(waiting);
    const took = performance.now() - begun;
    this.#lookAt = begun + Math.min(Math.max(everyMs, PAUSE_FACTOR * took), MAX_PAUSES * everyMs);
  }

  async #claimAll(): Promise<void> {
    const { claim } = this.#options;
    const mayTake = (companyId: number) => this.#slots.freeOf(companyId) > 0;
    while (!this.#stopping.signal.aborted) {
      const { free } = this.#slots;
      const next = free > 0 ? this.#turns.next(mayTake) : undefined;
      if (!next) return;
      const { turn, among } = next;
      const share = Math.min(Math.max(1, Math.floor(free / among)), this.#slots.freeOf(turn.companyId));
      const claimed = await claim(turn, share);
      for (const each of claimed) this.#begin(turn, each);
      if (claimed.length < share) this.#turns.remove(turn);
    }
  }

  #begin(waiting: CompanyWithWork, claimed: Claimed): void {
    const { companyId } = waiting;
    this.#slots.take(companyId);
    const running = this.#work(waiting, claimed).finally(() => {
      this.#running.delete(running);
      this.#slots.giveBack(companyId);
    });
    this.#running.add(running);
  }

  async #work(waiting: CompanyWithWork, claimed: Claimed): Promise<void> {
    const { name, log, work } = this.#options;
    const { withoutSlot } = this.#slots;
    try {
      await work(claimed, {
        stopping: this.#stopping.signal,
        stopped: this.#stopped.signal,
        withoutSlot,
      });
      // There may be more. After an error the company waits for the next look.
      this.#turns.add(waiting);
    } catch (error) {
      log.error({ err: error, companyId: waiting.companyId }, `${name}: failed`);
    }
  }

  async #untilWokenOrNextLook(): Promise<void> {
    const pause = new AbortController();
    const waited = sleep(this.#options.everyMs, undefined, { signal: pause.signal }).catch(() => {});
    await Promise.race([this.#waking.promise, waited]);
    pause.abort();
  }
}
