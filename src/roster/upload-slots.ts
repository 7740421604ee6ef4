interface Waiting {
  owner: number;
  begin: () => void;
}

/**
 * A semaphore with a queue (first come, first served). No owner gets all slots, so a slow or hostile one
 * cannot block the others.
 */
export class Slots {
  #free: number;
  readonly #mostEach: number;
  readonly #taken = new Map<number, number>();
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
    this.#mostEach = count - 1;
  }

  async take(owner: number, signal: AbortSignal): Promise<void> {
    if (this.#mayTake(owner)) return this.#give(owner);
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        owner,
        begin: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }

  release(owner: number): void {
    this.#free++;
    const left = (this.#taken.get(owner) ?? 0) - 1;
    if (left > 0) this.#taken.set(owner, left);
    else this.#taken.delete(owner);
    const next = this.#waiting.findIndex((waiting) => this.#mayTake(waiting.owner));
    const [waiting] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (!waiting) return;
    this.#give(waiting.owner);
    waiting.begin();
  }

  #mayTake(owner: number): boolean {
    return this.#free > 0 && (this.#taken.get(owner) ?? 0) < this.#mostEach;
  }

  #give(owner: number): void {
    this.#free--;
    this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + 1);
  }
}
