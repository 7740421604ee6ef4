import { randomInt } from 'node:crypto';

const FIRST_SIZE = 4096;
/** High, so that a million texts fit into 2^20 slots. That halves the memory and costs no measurable time. */
const FULLEST = 31 / 32;

/** A text in UTF-8 within a buffer. */
export interface Bytes {
  bytes: Uint8Array;
  from: number;
  to: number;
}

/**
 * Remembers the texts of a roster as hashes of 64 bits in typed arrays. That takes 12 to 25 bytes a text; a Map of a million
 * texts would take a hundred megabytes. The seed is random, so that nobody can construct two texts with the same hash.
 * Where a repetition matters, the caller confirms it by comparing the texts themselves.
 */
export class TextRegister {
  #high = new Uint32Array(FIRST_SIZE);
  #low = new Uint32Array(FIRST_SIZE);
  #positions = new Int32Array(FIRST_SIZE).fill(-1);
  #count = 0;
  readonly #seed = randomInt(2 ** 32);

  /** Returns the position of an earlier text with the same hash. If there is none, it remembers this text. */
  add(text: string, position: number): number | undefined {
    const bytes = Buffer.from(text);
    return this.addBytes({ bytes, from: 0, to: bytes.length }, position);
  }

  addBytes({ bytes, from, to }: Bytes, position: number): number | undefined {
    if (this.#count >= this.#positions.length * FULLEST) this.#grow();
    // The mixing of MurmurHash3, four bytes at a time, with two seeds.
    let high = this.#seed;
    let low = this.#seed ^ 0x9e3779b9;
    let at = from;
    for (; at + 4 <= to; at += 4) {
      const mixed = mix(
        (bytes[at] ?? 0) |
          ((bytes[at + 1] ?? 0) << 8) |
          ((bytes[at + 2] ?? 0) << 16) |
          ((bytes[at + 3] ?? 0) << 24),
      );
      high = (Math.imul(rotated(high ^ mixed), 5) + 0xe6546b64) | 0;
      low = (Math.imul(rotated(low ^ mixed), 5) + 0xe6546b64) | 0;
    }
    for (; at < to; at++) {
      const mixed = mix(bytes[at] ?? 0);
      high = (Math.imul(rotated(high ^ mixed), 5) + 0xe6546b64) | 0;
      low = (Math.imul(rotated(low ^ mixed), 5) + 0xe6546b64) | 0;
    }
    high = finished(high ^ (to - from));
    low = finished(low ^ (to - from));
    const slot = this.#find(high, low);
    const before = this.#positions[slot] ?? -1;
    if (before >= 0) return before;
    this.#put(slot, high, low, position);
    this.#count++;
    return undefined;
  }

  #find(high: number, low: number): number {
    const mask = this.#positions.length - 1;
    let slot = low & mask;
    while (this.#positions[slot] !== -1 && !(this.#high[slot] === high && this.#low[slot] === low))
      slot = (slot + 1) & mask;
    return slot;
  }

  #put(slot: number, high: number, low: number, position: number): void {
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#positions[slot] = position;
  }

  #grow(): void {
    const [high, low, positions] = [this.#high, this.#low, this.#positions];
    const size = positions.length * 2;
    this.#high = new Uint32Array(size);
    this.#low = new Uint32Array(size);
    this.#positions = new Int32Array(size).fill(-1);
    for (let index = 0; index < positions.length; index++) {
      const position = positions[index] ?? -1;
      if (position === -1) continue;
      const [h, l] = [high[index] ?? 0, low[index] ?? 0];
      this.#put(this.#find(h, l), h, l, position);
    }
    // Frees the memory at once. The garbage collector would leave 12 MB for a while when a register grows to a million texts.
    for (const { buffer } of [high, low, positions]) buffer.transfer(0);
  }
}

function mix(value: number): number {
  const k = Math.imul(value, 0xcc9e2d51);
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593);
}

const rotated = (h: number) => (h << 13) | (h >>> 19);

function finished(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
