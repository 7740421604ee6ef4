/** Gives the slot to other work during a wait, and takes one again after it. */
export type WithoutSlot = <T>(wait: () => Promise<T>) => Promise<T>;

interface Limits {
  /** Pieces of work at the same time, and those of one company among them. */
  slots: number;
  slotsOfACompany: number;
  /** Pieces that may wait without a slot. Further ones keep theirs. */
  restingSlots: number;
}

/** The slots of a worker: how many pieces of work it does at the same time. */
export class WorkerSlots {
  readonly #limits: Limits;
  readonly #onFree: () => void;
  /** Work that has begun and not ended, by company. */
  readonly #running = new Map<number, number>();
  #runningCount = 0;
  /** Of the running pieces, those that have no slot; and how those go on that have waited long enough. */
  #restingCount = 0;
  readonly #resuming: (() => void)[] = [];

  constructor(limits: Limits, onFree: () => void) {
    this.#limits = limits;
    this.#onFree = onFree;
  }

  get free(): number {
    return this.#limits.slots - (this.#runningCount - this.#restingCount);
  }

  /** How many more pieces of the company may run. */
  freeOf(companyId: number): number {
    return this.#limits.slotsOfACompany - (this.#running.get(companyId) ?? 0);
  }

  take(companyId: number): void {
    this.#running.set(companyId, (this.#running.get(companyId) ?? 0) + 1);
    this.#runningCount++;
  }

  giveBack(companyId: number): void {
    const left = (this.#running.get(companyId) ?? 0) - 1;
    if (left > 0) this.#running.set(companyId, left);
    else this.#running.delete(companyId);
    this.#runningCount--;
    this.#offer();
  }

  readonly withoutSlot: WithoutSlot = async (wait) => {
    if (this.#restingCount >= this.#limits.restingSlots) return await wait();
    this.#restingCount++;
    this.#offer();
    try {
      return await wait();
    } finally {
      await new Promise<void>((resume) => {
        this.#resuming.push(resume);
        this.#offer();
      });
    }
  };

  /** Work that has begun comes first, then new work. */
  #offer(): void {
    while (this.free > 0) {
      const resume = this.#resuming.shift();
      if (!resume) break;
      this.#restingCount--;
      resume();
    }
    this.#onFree();
  }
}
