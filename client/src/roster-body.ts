import { createHash } from 'node:crypto';
import type { Roster } from './api.ts';

/** One person of a roster. */
export type RosterEntry = Roster['employees'][number];

type Entries = Iterable<RosterEntry> | AsyncIterable<RosterEntry>;

/**
 * The people of a roster: a list, or anything that can be iterated, or a function that returns it. A generator can be read
 * only once, so a roster from one cannot be sent again after a failure. Give the function instead of its result.
 */
export type RosterSource = Entries | (() => Entries | Promise<Entries>);

/** Long enough for few writes, short enough for little memory. */
const PIECE_LENGTH = 65_536;

/** The bodies of the attempts to send one roster. */
export class RosterBodies {
  readonly #syncId: string;
  readonly #source: RosterSource;
  #hasBegun = false;
  #digest = '';

  constructor(syncId: string, source: RosterSource) {
    this.#syncId = syncId;
    this.#source = source;
  }

  /** Whether the roster can be read once more. */
  hasNext(): boolean {
    return !this.#hasBegun || !isOneWay(this.#source);
  }

  /** SHA-256 of the last body that was written to its end, in hexadecimal. */
  get digest(): string {
    return this.#digest;
  }

  /** Writes the body piece by piece. The source is read when the first piece is asked for. */
  async *next(): AsyncGenerator<string> {
    this.#hasBegun = true;
    const entries = typeof this.#source === 'function' ? await this.#source() : this.#source;
    const hash = createHash('sha256');
    let piece = `{"syncId":${JSON.stringify(this.#syncId)},"employees":[`;
    let comma = '';
    for await (const entry of entries) {
      const text = JSON.stringify(entry);
      if (text === undefined) throw new TypeError('An entry of the roster is not an object.');
      piece += comma + text;
      comma = ',';
      if (piece.length < PIECE_LENGTH) continue;
      hash.update(piece);
      yield piece;
      piece = '';
    }
    piece += ']}';
    this.#digest = hash.update(piece).digest('hex');
    yield piece;
  }
}

/** Iterators and streams end; lists and other collections give a new iterator each time. */
function isOneWay(source: RosterSource): boolean {
  return typeof source !== 'function' && ('next' in source || 'readable' in source || 'getReader' in source);
}
