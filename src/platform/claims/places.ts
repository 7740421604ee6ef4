/** Gives the place to other work during a wait, and takes one again after it. */
export type WithoutPlace = <T>(wait: () => Promise<T>) => Promise<T>;

interface Limits {
  /** Pieces of work at the same time, and those of one company among them. */
  places: number;
  placesOfACompany: number;
  /** Pieces that may wait without a place. Further ones keep theirs. */
  restingPlaces: number;
}

/** The places of a worker: how many pieces of work it does at the same time. */
export class Places {
  readonly #limits: Limits;
  readonly #onFree: () => void;
  /** Work that has begun and not ended, by company. */
  readonly #running = new Map<number, number>();
  #runningCount = 0;
  /** Of the running pieces, those that have no place; and how those go on that have waited long enough. */
  #restingCount = 0;
  readonly #resuming: (() => void)[] = [];

  constructor(limits: Limits, onFree: () => void) {
    this.#limits = limits;
    this.#onFree = onFree;
  }

  get free(): number {
    return this.#limits.places - (this.#runningCount - this.#restingCount);
  }

  /** How many more pieces of the company may run. */
  freeOf(companyId: number): number {
    return this.#limits.placesOfACompany - (this.#running.get(companyId) ?? 0);
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

  readonly withoutPlace: WithoutPlace = async (wait) => {
    if (this.#restingCount >= this.#limits.restingPlaces) return await wait();
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
