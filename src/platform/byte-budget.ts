interface Limits {
  /** For all owners together. */
  total: number;
  /** Bytes that one owner may have. Without it: all of them. */
  maxEach?: number;
}

/** Memory that owners share, such as companies whose bodies arrive. */
export class ByteBudget<Owner extends number | string = number> {
  #free: number;
  readonly #maxEach: number;
  readonly #taken = new Map<Owner, number>();

  constructor({ total, maxEach = total }: Limits) {
    this.#free = total;
    this.#maxEach = maxEach;
  }

  /** False if there is not as much left; then nothing is taken. */
  take(owner: Owner, bytes: number): boolean {
    const taken = (this.#taken.get(owner) ?? 0) + bytes;
    if (bytes > this.#free || taken > this.#maxEach) return false;
    this.#free -= bytes;
    this.#taken.set(owner, taken);
    return true;
  }

  giveBack(owner: Owner, bytes: number): void {
    this.#free += bytes;
    const left = (this.#taken.get(owner) ?? 0) - bytes;
    if (left > 0) this.#taken.set(owner, left);
    else this.#taken.delete(owner);
  }
}
