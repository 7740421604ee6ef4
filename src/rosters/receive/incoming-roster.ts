import { setImmediate } from 'node:timers/promises';
import type { OwnAbsenceTypes } from '../../domain/person/absence-kinds.ts';
import type { RosterLimits } from '../../platform/config/roster-limits.ts';
import { AppError } from '../../platform/errors.ts';
import { ROSTER_SIZES } from '../../platform/limits.ts';
import { requireAll } from './copy-entries.ts';
import { EntryLines, hrIdsIn } from './entry-lines.ts';
import type { KeptBodies, KeptBody } from './kept-body.ts';
import { BodyDigest, canEqual, maxEqualBody, type RosterMark, syncIdIfEqual } from './roster-mark.ts';
import { type ReadingRules, RosterReader } from './roster-reader.ts';
import { Upload, type UploadStore } from './upload.ts';
import { selectHrIds } from './uploads-sql.ts';
import { positionsIn, type RosterWarning, withHrIds } from './warnings.ts';

/** A roster that has been read and checked. */
export interface ReceivedRoster {
  syncId: string;
  /** The body after decompression. */
  body: RosterBody;
  entryCount: number;
  warnings: readonly RosterWarning[];
  /** The entries of a small roster, as lines. Those of a large roster are stored under its upload. */
  lines: string;
  upload: Upload | undefined;
  /** Entries without absences keep those that are known. */
  keepsAbsences: boolean;
}

export interface RosterBody {
  /** SHA-256. */
  digest: Buffer;
  bytes: number;
  /** See `RosterMark`; null if a later body cannot be compared with this one. */
  syncIdAt: number | null;
  /** The integration's own types of absence, by which the body was read. */
  absenceTypes: OwnAbsenceTypes;
}

/** A roster whose body equals, apart from its syncId, the marked one. It has not been read. */
export interface UnchangedRoster {
  syncId: string;
  body: RosterBody;
}

/** Pieces of a kept body, about a megabyte, that are read before other requests get their turn. */
const PIECES_A_TURN = 16;

interface ReceiveOptions {
  companyId: number;
  integrationId: number;
  store: UploadStore;
  keptBodies: KeptBodies;
  limits: RosterLimits;
  rules: ReadingRules;
  /** The length of the body, if the client has announced it. */
  announcedBytes?: number | undefined;
  /** Aborts when the client has gone: then nothing more is read or stored. */
  signal: AbortSignal;
}

/** A body that equals the marked one, or a roster that was read. */
export type ReadOrUnchanged =
  | { unchanged: UnchangedRoster; read?: undefined }
  | { unchanged?: undefined; read: ReceivedRoster };

/** A roster while it arrives. When it is disposed of, nothing of it stays stored, unless it was accepted. */
export class IncomingRoster implements AsyncDisposable {
  readonly #options: ReceiveOptions;
  readonly #reader: StoringReader;
  #bytes = 0;
  #syncId: string | undefined;
  #keptBody: KeptBody | undefined;
  #isAccepted = false;

  constructor(options: ReceiveOptions) {
    this.#options = options;
    this.#reader = new StoringReader(options);
  }

  /** The syncId, if a valid one has been read so far. */
  get syncId(): string | undefined {
    return this.#syncId ?? this.#reader.syncId;
  }

  /**
   * Receives the whole body, and reads it unless it equals the marked one. A body that may equal it is held in memory until it is
   * complete or too long; every other body is read while it arrives.
   */
  async readUnlessUnchanged(body: AsyncIterable<Buffer>, mark: RosterMark | null): Promise<ReadOrUnchanged> {
    this.#keptBody = mark ? keepIfItMayEqual(mark, this.#options) : undefined;
    const arriving = new BodyDigest(mark?.syncIdAt);
    const digest = await this.#consume(body, arriving);
    const { first } = arriving;
    this.#syncId = mark && this.#keptBody && first ? syncIdIfEqual(mark, this.#keptBody, first) : undefined;
    if (!mark || this.#syncId === undefined) return { read: await this.#finish(digest) };
    const { absenceTypes = {} } = this.#options.rules;
    const equal = { digest, bytes: this.#bytes, syncIdAt: mark.syncIdAt, absenceTypes };
    return { unchanged: { syncId: this.#syncId, body: equal } };
  }

  /** Receives the whole body and reads it. */
  async read(body: AsyncIterable<Buffer>): Promise<ReceivedRoster> {
    return await this.#finish(await this.#consume(body, new BodyDigest()));
  }

  /** Reads a body that was left unread because it equals the marked one: the mark holds no longer. */
  readAnyway({ body }: UnchangedRoster): Promise<ReceivedRoster> {
    return this.#finish(body.digest);
  }

  /** Receives the whole body: each chunk is kept, or read at once. Returns its digest. */
  async #consume(body: AsyncIterable<Buffer>, digest: BodyDigest): Promise<Buffer> {
    const { limits, signal } = this.#options;
    for await (const chunk of body) {
      signal.throwIfAborted();
      this.#bytes += chunk.length;
      if (this.#bytes > limits.bytes) throw tooManyBytes(limits);
      digest.update(chunk);
      if (this.#keptBody?.add(chunk)) continue;
      await this.#readKeptBody();
      await this.#reader.push(chunk);
    }
    // A roster that has waited for a slot must not be accepted after a later one, which the client may send once it
    // has given up on this one.
    signal.throwIfAborted();
    return digest.end();
  }

  /** From now on its stored entries belong to the run. */
  setAccepted(): void {
    this.#isAccepted = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#keptBody?.release();
    if (!this.#isAccepted) await this.#reader.discard();
  }

  /** Reads what was kept of the body. After that, the roster is complete. */
  async #finish(digest: Buffer): Promise<ReceivedRoster> {
    await this.#readKeptBody();
    return await this.#reader.end(digest, this.#bytes);
  }

  async #readKeptBody(): Promise<void> {
    let pieces = 0;
    for (const piece of this.#keptBody?.slice() ?? []) {
      this.#options.signal.throwIfAborted();
      await this.#reader.push(piece);
      // Other requests get their turn: a kept body may have 32 MiB.
      if (++pieces % PIECES_A_TURN === 0) await setImmediate();
    }
    this.#keptBody?.release();
    this.#keptBody = undefined;
  }
}

function keepIfItMayEqual(
  mark: RosterMark,
  { keptBodies, announcedBytes }: ReceiveOptions,
): KeptBody | undefined {
  if (announcedBytes !== undefined && !canEqual(mark, announcedBytes)) return undefined;
  return keptBodies.keep(maxEqualBody(mark));
}

/**
 * Reads a roster piece by piece, and stores its entries. Memory stays flat: a small roster stays in memory, a large one goes to the
 * database in batches.
 */
class StoringReader {
  readonly #options: ReceiveOptions;
  readonly #reader: RosterReader;
  /** The entries until the roster is known to be large. */
  readonly #linesInMemory = new EntryLines();
  #upload: Upload | undefined;
  #bytes = 0;

  constructor(options: ReceiveOptions) {
    this.#options = options;
    this.#reader = new RosterReader(options.limits, options.rules);
  }

  /** The syncId, if a valid one has been read so far. */
  get syncId(): string | undefined {
    return this.#reader.syncId;
  }

  /** The next piece of the body. */
  async push(piece: Buffer): Promise<void> {
    this.#bytes += piece.length;
    this.#reader.push(piece, this.#upload?.lines ?? this.#linesInMemory);
    if (this.#upload || (this.#bytes > ROSTER_SIZES.smallBytes && this.#linesInMemory.count > 0))
      await this.#store();
  }

  async end(digest: Buffer, bytes: number): Promise<ReceivedRoster> {
    const reader = this.#reader;
    const { syncId, syncIdAt, entryCount, warnings } = reader.end();
    const stored = (await this.#upload?.finish()) ?? this.#linesInMemory.count;
    // A refused roster is not stored completely; its refusal follows.
    if (!reader.isRefused) requireAll(stored, entryCount);
    await this.#refuseRepetitions();
    const { rules, signal } = this.#options;
    signal.throwIfAborted();
    const named = await this.#addHrIds(warnings);
    const { absenceTypes = {}, keepsAbsences = false } = rules;
    return {
      syncId,
      // The same bytes mean something else where absences are not kept, so no later body is compared with these.
      body: { digest, bytes, syncIdAt: keepsAbsences ? null : syncIdAt, absenceTypes },
      entryCount,
      warnings: named,
      lines: this.#upload ? '' : this.#linesInMemory.text(),
      upload: this.#upload,
      keepsAbsences,
    };
  }

  async #addHrIds(warnings: readonly RosterWarning[]): Promise<RosterWarning[]> {
    return withHrIds(warnings, await this.#readHrIds(positionsIn(warnings)));
  }

  /** Compares the texts of equal hashes. */
  async #refuseRepetitions(): Promise<void> {
    const positions = this.#reader.repetitions.map(({ before }) => before);
    if (positions.length > 0) this.#reader.confirmRepetitions(await this.#readHrIds(positions));
    this.#reader.refuseIfWrong();
  }

  /** The hrIds at these positions. A small roster is in memory, a large one in the database. */
  async #readHrIds(positions: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (positions.length === 0) return new Map();
    const { companyId, store } = this.#options;
    if (!this.#upload) return hrIdsIn(this.#linesInMemory.text());
    return await selectHrIds(store.sql, companyId, this.#upload.key.uploadId, positions);
  }

  async discard(): Promise<void> {
    await this.#upload?.discard();
  }

  async #store(): Promise<void> {
    if (this.#reader.isRefused) return;
    const { companyId, integrationId, store } = this.#options;
    if (!this.#upload) {
      this.#upload = await Upload.begin(store, companyId, integrationId);
      this.#upload.lines.appendAll(this.#linesInMemory);
      this.#linesInMemory.clear();
    }
    await this.#upload.storeIfFull();
    // Yields to the event loop: otherwise up to two megabytes are read from the socket before the COPY gets
    // its next bytes.
    await setImmediate();
  }
}

export const tooManyBytes = (limits: RosterLimits) =>
  new AppError('payload-too-large', `A roster may have ${limits.bytes} bytes, decompressed.`);
