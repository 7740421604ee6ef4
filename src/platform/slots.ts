import { AppError } from './errors.ts';

export interface SlotLimits {
  /** The number of slots. */
  count: number;
  /** Slots that one owner may hold at the same time. Without it: all of them. */
  maxEach?: number;
  /** Requests that may wait, of all owners together. Required: every line costs memory, and clients make it long. */
  maxWaiting: number;
  /** The longest time that a request waits. Without it: until its signal aborts. */
  patienceMs?: number;
}

/** What happens to a request that waits: one of the two, once. */
export interface Waiting {
  /** It takes none of the slots that there are more than usual. */
  isUsual?: boolean;
  begin: () => void;
  refuse: (error: unknown) => void;
}

/** Leaves the line. The request is refused with this reason, if it still waits. */
export type Leave = (reason: unknown) => void;

/** For `Retry-After`. The requests before this one are short, or are refused by their own time limits. */
const RETRY_AFTER_SECONDS = 2;

/**
 * A semaphore that serves its owners (companies, addresses) in turn, so the line of one owner does not delay another
 * owner's first request. If too many wait, the newest request of the owner with the longest line is refused: one owner
 * cannot fill the queue for the others.
 */
export class Slots<Owner extends number | string = number> {
  #free: number;
  #maxEach: number;
  readonly #maxWaiting: number;
  readonly #patienceMs: number | undefined;
  readonly #taken = new Map<Owner, number>();
  /** The line of each owner that has one, in the order of their turns. */
  readonly #lines = new Map<Owner, Waiting[]>();
  #waiting = 0;
  /** How many more than usual an owner, and all together, may hold at the moment. */
  #more = 0;
  /** Requests that wait and take none of these. Until they have begun, nobody does. */
  #usualWaiting = 0;

  constructor({ count, maxEach = count, maxWaiting, patienceMs }: SlotLimits) {
    this.#free = count;
    this.#maxEach = maxEach;
    this.#maxWaiting = maxWaiting;
    this.#patienceMs = patienceMs;
  }

  /** Takes a slot for as long as the work takes. */
  async use<Result>(
    owner: Owner,
    work: () => Promise<Result>,
    signal?: AbortSignal | undefined,
  ): Promise<Result> {
    await this.take(owner, signal);
    try {
      return await work();
    } finally {
      this.release(owner);
    }
  }

  /** Takes a slot if one is free for the owner, without a promise. */
  tryTake(owner: Owner, isUsual = false): boolean {
    if (!this.#mayTake(owner, isUsual)) return false;
    this.#give(owner);
    return true;
  }

  /** Rejects with 503 `busy` if too many wait or the wait is too long, and with the signal's reason if it aborts. */
  async take(owner: Owner, signal?: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (!this.tryTake(owner)) await begun((waiting) => this.wait(owner, waiting), signal);
  }

  /** As `take`, without a promise, if no slot is free. */
  wait(owner: Owner, { begin, refuse, isUsual = false }: Waiting): Leave {
    const waiting: Waiting = {
      isUsual,
      begin: () => {
        clearTimeout(timer);
        begin();
      },
      refuse: (error) => {
        clearTimeout(timer);
        refuse(error);
      },
    };
    const leave = (reason: unknown) => {
      if (!this.#remove(owner, waiting)) return;
      waiting.refuse(reason);
      this.#callAll();
    };
    const timer =
      this.#patienceMs === undefined ? undefined : setTimeout(() => leave(busy()), this.#patienceMs);
    this.#add(owner, waiting);
    if (this.#waiting > this.#maxWaiting) this.refuseNewest();
    return leave;
  }

  release(owner: Owner): void {
    this.#free++;
    const left = (this.#taken.get(owner) ?? 0) - 1;
    if (left > 0) this.#taken.set(owner, left);
    else this.#taken.delete(owner);
    this.#callAll();
  }

  /**
   * From now on there are so many slots more than usual, and so many more for each owner; 0 ends it. Slots that are held stay
   * with their holders.
   */
  raise(more: number): void {
    this.#free += more - this.#more;
    this.#maxEach += more - this.#more;
    this.#more = more;
    this.#callAll();
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Nobody holds a slot or waits for one. */
  get isIdle(): boolean {
    return this.#taken.size === 0 && this.#waiting === 0;
  }

  #callAll(): void {
    while (this.#callNext());
  }

  #callNext(): boolean {
    for (const [owner, line] of this.#lines) {
      const [first] = line;
      if (!first || !this.#mayTake(owner, first.isUsual)) continue;
      this.#remove(owner, first);
      // The other owners come first next time.
      if (this.#lines.delete(owner)) this.#lines.set(owner, line);
      this.#give(owner);
      first.begin();
      return true;
    }
    return false;
  }

  /** Refuses the newest request of the owner with the longest line. */
  refuseNewest(): void {
    let longest: [owner: Owner, line: Waiting[]] | undefined;
    // Among equally long lines the latest: its owner has arrived last.
    for (const each of this.#lines) if (each[1].length >= (longest?.[1].length ?? 0)) longest = each;
    const newest = longest?.[1].at(-1);
    if (!longest || !newest) return;
    this.#remove(longest[0], newest);
    newest.refuse(busy());
  }

  #mayTake(owner: Owner, isUsual = false): boolean {
    const more = isUsual || this.#usualWaiting > 0 ? this.#more : 0;
    return this.#free > more && (this.#taken.get(owner) ?? 0) < this.#maxEach - more;
  }

  #give(owner: Owner): void {
    this.#free--;
    this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + 1);
  }

  #add(owner: Owner, waiting: Waiting): void {
    const line = this.#lines.get(owner) ?? [];
    line.push(waiting);
    this.#lines.set(owner, line);
    this.#waiting++;
    if (waiting.isUsual) this.#usualWaiting++;
  }

  #remove(owner: Owner, waiting: Waiting): boolean {
    const line = this.#lines.get(owner);
    const place = line?.indexOf(waiting) ?? -1;
    if (!line || place < 0) return false;
    line.splice(place, 1);
    this.#waiting--;
    if (waiting.isUsual) this.#usualWaiting--;
    if (line.length === 0) this.#lines.delete(owner);
    return true;
  }
}

/** Resolves when the request that waits begins. It leaves the line if the signal aborts. */
export async function begun(
  wait: (waiting: Waiting) => Leave,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = wait({ begin: resolve, refuse: reject });
  const onAbort = () => leave(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await promise;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

function busy(): AppError {
  return new AppError(
    'busy',
    'The server has too many requests of this kind at the moment. Please try again shortly.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
