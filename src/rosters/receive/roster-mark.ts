import { createHash, type Hash } from 'node:crypto';
import { ROSTER_SIZES } from '../../platform/limits.ts';
import type { KeptBody } from './kept-body.ts';
import { readSyncId } from './roster-reader.ts';
import { ValidationErrors } from './validation-errors.ts';

/** The roster that an integration applied last, as far as a later body can be compared with it. */
export interface RosterMark {
  syncId: string;
  /** The offset of the value of `syncId` in the body. Its bytes are `JSON.stringify(syncId)`. */
  syncIdAt: number;
  bodyBytes: number;
  /** SHA-256 of the body, in hexadecimal digits. */
  digest: string;
}

/** In UTF-8, a UTF-16 code unit takes up to three bytes; an escaped quote or backslash takes two. */
const MAX_LITERAL_LENGTH = ROSTER_SIZES.syncIdLength * 3 + 2;

/** The maximum length of a body that equals the marked one apart from its syncId. */
export function maxEqualBody(mark: RosterMark): number {
  return bytesAround(mark) + MAX_LITERAL_LENGTH;
}

/** Whether a body of this length can equal the marked one apart from its syncId. */
export function canEqual(mark: RosterMark, bytes: number): boolean {
  return bytes > bytesAround(mark) && bytes <= maxEqualBody(mark);
}

const bytesAround = ({ bodyBytes, syncId }: RosterMark) => bodyBytes - literalOf(syncId).length;

/** The digest of a body while it arrives. It also has that of the first bytes, up to the value of the marked syncId. */
export class BodyDigest {
  readonly #digest = createHash('sha256');
  readonly #firstBytes: number | undefined;
  #first: Hash | undefined;
  #bytes = 0;

  constructor(firstBytes?: number) {
    this.#firstBytes = firstBytes;
  }

  /** Undefined if fewer bytes have arrived. */
  get first(): Hash | undefined {
    return this.#first;
  }

  update(chunk: Buffer): void {
    const left = this.#firstBytes === undefined ? Number.NaN : this.#firstBytes - this.#bytes;
    this.#bytes += chunk.length;
    if (left >= 0 && left <= chunk.length && !this.#first) {
      this.#digest.update(chunk.subarray(0, left));
      this.#first = this.#digest.copy();
      this.#digest.update(chunk.subarray(left));
    } else this.#digest.update(chunk);
  }

  end(): Buffer {
    return this.#digest.digest();
  }
}

/**
 * Returns the syncId of a body that equals the marked one apart from it, undefined for any other body. If all
 * other bytes are equal, the value begins at the same offset. So the earlier syncId is put in its place, and
 * the digest must be the earlier one.
 */
export function syncIdIfEqual(mark: RosterMark, body: KeptBody, first: Hash): string | undefined {
  const before = literalOf(mark.syncId);
  const from = mark.syncIdAt;
  const to = body.bytes - (bytesAround(mark) - from);
  const syncId = readLiteral(Buffer.concat([...body.slice(from, to)]));
  if (syncId === undefined) return undefined;
  const digest = first.copy().update(before);
  for (const piece of body.slice(to)) digest.update(piece);
  return digest.digest('hex') === mark.digest ? syncId : undefined;
}

const literalOf = (syncId: string) => Buffer.from(JSON.stringify(syncId));

/** Returns the syncId if the bytes are its usual spelling. Other spellings are left to the full reading. */
function readLiteral(bytes: Buffer): string | undefined {
  if (bytes.length < 2 || bytes.length > MAX_LITERAL_LENGTH) return undefined;
  try {
    const notes = new ValidationErrors();
    const syncId = readSyncId(JSON.parse(bytes.toString('utf8')), notes);
    return notes.count === 0 && literalOf(syncId).equals(bytes) ? syncId : undefined;
  } catch {
    return undefined;
  }
}
