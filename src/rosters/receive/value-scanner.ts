import { nestedTooDeep } from './body-errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** By byte: 1 if the scanner has to look at it outside a string. */
const IS_PUNCTUATION = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET])
  IS_PUNCTUATION[byte] = 1;

export const NOT_ENDED = -1;

/**
 * Finds the end of one JSON value that may arrive in several chunks. Only quotes and brackets decide where a value ends.
 * The scanner does not check anything else: `JSON.parse` does that once the value is complete.
 */
export class ValueScanner {
  readonly #deepest: number;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #keys = 0;

  constructor(deepest: number) {
    this.#deepest = deepest;
  }

  /** The number of keys in the value, including those of nested objects. A key that is given twice counts twice. */
  get keys(): number {
    return this.#keys;
  }

  begin(): void {
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#keys = 0;
  }

  /** Continues with these bytes. Returns the offset after the value, or `NOT_ENDED` if it goes on in the next chunk. */
  scan(chunk: Buffer, from: number): number {
    const { length } = chunk;
    let at = from;
    // Local copies: access to private fields would slow the loop down.
    let inString = this.#inString;
    let escaped = this.#escaped;
    let depth = this.#depth;
    let keys = this.#keys;
    while (at < length) {
      if (inString) {
        if (escaped) {
          escaped = false;
          at++;
        }
        while (at < length && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH) at++;
        if (at === length) break;
        if (chunk[at++] === BACKSLASH) {
          escaped = true;
          continue;
        }
        inString = false;
        if (depth === 0) return this.#end(at, keys);
      }
      while (at < length && IS_PUNCTUATION[chunk[at] ?? 0] === 0) at++;
      if (at === length) break;
      const byte = chunk[at];
      if (byte === QUOTE) inString = true;
      else if (byte === COLON) keys++;
      else if (byte === COMMA) {
        // A number, true, false or null ends before the punctuation that follows it.
        if (depth === 0) return this.#end(at, keys);
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++depth > this.#deepest) throw nestedTooDeep();
      } else {
        if (depth === 0) return this.#end(at, keys);
        if (--depth === 0) return this.#end(at + 1, keys);
      }
      at++;
    }
    this.#inString = inString;
    this.#escaped = escaped;
    this.#depth = depth;
    this.#keys = keys;
    return NOT_ENDED;
  }

  #end(at: number, keys: number): number {
    this.#keys = keys;
    return at;
  }
}
