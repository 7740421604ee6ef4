import { randomInt } from 'node:crypto';

const FIRST_SIZE = 4096;

/**
 * Which hrIds of a roster have been seen, as hashes of 64 bits in typed arrays: 24 bytes each, where a Map of a million
 * texts would take a hundred megabytes. The seed is random, so that nobody can make two collide; a repetition is
 * confirmed by comparing the texts themselves.
 */
export class HrIdRegister {
  #high = new Uint32Array(FIRST_SIZE);
  #low = new Uint32Array(FIRST_SIZE);
  #positions = new Int32Array(FIRST_SIZE).fill(-1);
  #count = 0;
  readonly #seed = randomInt(2 ** 32);

  /** The position at which, by all appearances, the same hrId stood before; otherwise it is remembered. */
  add(hrId: string, position: number): number | undefined {
    if (this.#count * 2 >= this.#positions.length) this.#grow();
    const high = hash(hrId, this.#seed);
    const low = hash(hrId, this.#seed ^ 0x9e3779b9);
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
    for (const [index, position] of positions.entries()) {
      if (position === -1) continue;
      const [h, l] = [high[index] ?? 0, low[index] ?? 0];
      this.#put(this.#find(h, l), h, l, position);
    }
  }
}

/** MurmurHash3's mixing over the code units. */
function hash(text: string, seed: number): number {
  let h = seed;
  for (let index = 0; index < text.length; index++) {
    let k = Math.imul(text.charCodeAt(index), 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    h ^= Math.imul(k, 0x1b873593);
    h = (h << 13) | (h >>> 19);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }
  h ^= text.length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
