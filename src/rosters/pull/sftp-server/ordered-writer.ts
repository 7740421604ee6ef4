/** Clients send several parts at once. Parts that come early wait, up to this size. */
const MAX_WAITING = 4 * 1024 * 1024;

export class UnorderedParts extends Error {}

/** Puts the parts of a file in order. */
export class OrderedWriter {
  readonly #append: (bytes: Buffer) => Promise<void>;
  readonly #maxBytes: number;
  readonly #waiting = new Map<number, Buffer>();
  #waitingBytes = 0;
  #written = 0;

  constructor(append: (bytes: Buffer) => Promise<void>, maxBytes: number) {
    this.#append = append;
    this.#maxBytes = maxBytes;
  }

  /** Throws `UnorderedParts` if a part was written already, is too far ahead, or is beyond the largest size. */
  async write(offset: number, bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    const isTooLate = offset < this.#written || this.#waiting.has(offset);
    if (isTooLate || offset + bytes.length > this.#maxBytes) throw new UnorderedParts();
    this.#waiting.set(offset, bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > MAX_WAITING) throw new UnorderedParts();
    for (;;) {
      const next = this.#waiting.get(this.#written);
      if (!next) return;
      this.#waiting.delete(this.#written);
      this.#waitingBytes -= next.length;
      this.#written += next.length;
      await this.#append(next);
    }
  }

  /** Whether no part is missing in between. */
  get isWhole(): boolean {
    return this.#waiting.size === 0;
  }

  get bytes(): number {
    return this.#written;
  }
}
