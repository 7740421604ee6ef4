import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { OwnAbsenceTypes } from '../../domain/person/absence-kinds.ts';
import type { RosterLimits } from '../../platform/config/roster-limits.ts';
import { AppError } from '../../platform/errors.ts';
import { requireAll } from './copy-entries.ts';
import type { StagedEntry } from './entry.ts';
import type { KeptBodies, KeptBody } from './kept-body.ts';
import { SMALL_ROSTER_BYTES } from './limits.ts';
import { canEqual, maxEqualBody, type RosterMark, syncIdIfEqual } from './roster-mark.ts';
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
  /** The entries of a small roster. Those of a large roster are stored under its upload. */
  entries: readonly StagedEntry[];
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

interface Receiving {
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
  /** Called if the roster is refused, with its syncId if one has been read. */
  onRefusal?: (syncId: string | undefined) => void;
}

export interface RosterUse<Result> {
  /** The roster applied last, and what accepts one that equals it. Without it, every body is read. */
  marked?: {
    mark: RosterMark;
    /** Undefined if the roster has to be read after all. */
    accept: (roster: UnchangedRoster) => Promise<Result | undefined>;
  } | null;
  /** The signal aborts when the client has gone. */
  read: (roster: ReceivedRoster, signal: AbortSignal) => Promise<Result>;
}

/**
 * Receives a roster while it arrives. A body that may equal the marked one is kept until it is complete or
 * too long; every other body is read at once. If anything fails, including the callbacks, nothing of the
 * roster stays stored.
 */
export async function receiveRoster<Result>(
  body: AsyncIterable<Buffer>,
  receiving: Receiving,
  { marked, read }: RosterUse<Result>,
): Promise<Result> {
  const { limits, signal } = receiving;
  const reading = new Reading(receiving);
  const digest = createHash('sha256');
  let bytes = 0;
  let syncId: string | undefined;
  let kept = marked ? keepIfItMayEqual(marked.mark, receiving) : undefined;

  const readKept = async () => {
    let pieces = 0;
    for (const piece of kept?.slice() ?? []) {
      signal.throwIfAborted();
      await reading.take(piece);
      // Other requests get their turn: a kept body may have 32 MiB.
      if (++pieces % PIECES_A_TURN === 0) await setImmediate();
    }
    kept?.release();
    kept = undefined;
  };

  try {
    for await (const chunk of body) {
      signal.throwIfAborted();
      bytes += chunk.length;
      if (bytes > limits.bytes) throw tooManyBytes(limits);
      digest.update(chunk);
      if (kept?.add(chunk)) continue;
      await readKept();
      await reading.take(chunk);
    }
    // A roster that has waited for a place must not be accepted after a later one, which the client may send once it
    // has given up on this one.
    signal.throwIfAborted();
    const bodyDigest = digest.digest();
    if (marked && kept) {
      const { mark, accept } = marked;
      syncId = syncIdIfEqual(mark, kept);
      const { absenceTypes = {} } = receiving.rules;
      const unchangedBody = { digest: bodyDigest, bytes, syncIdAt: mark.syncIdAt, absenceTypes };
      const result = syncId === undefined ? undefined : await accept({ syncId, body: unchangedBody });
      if (result !== undefined) return result;
    }
    await readKept();
    return await reading.end(bodyDigest, bytes, read);
  } catch (error) {
    receiving.onRefusal?.(syncId ?? reading.syncId);
    throw error;
  } finally {
    kept?.release();
    await reading.close();
  }
}

function keepIfItMayEqual(mark: RosterMark, { keptBodies, announcedBytes }: Receiving): KeptBody | undefined {
  if (announcedBytes !== undefined && !canEqual(mark, announcedBytes)) return undefined;
  return keptBodies.keep(maxEqualBody(mark));
}

/**
 * Reads and checks a roster piece by piece. Memory stays flat: a small roster stays in memory, a large one goes to the
 * database in batches.
 */
class Reading {
  readonly #receiving: Receiving;
  readonly #reader: RosterReader;
  #upload: Upload | undefined;
  #bytes = 0;
  #isUsed = false;

  constructor(receiving: Receiving) {
    this.#receiving = receiving;
    this.#reader = new RosterReader(receiving.limits, receiving.rules);
  }

  /** The syncId, if a valid one has been read so far. */
  get syncId(): string | undefined {
    return this.#reader.syncId;
  }

  async take(piece: Buffer): Promise<void> {
    this.#bytes += piece.length;
    this.#reader.push(piece, this.#reader.isRefused ? undefined : this.#upload?.lines);
    if (this.#upload || (this.#bytes > SMALL_ROSTER_BYTES && this.#reader.waiting > 0)) await this.#store();
  }

  async end<Result>(digest: Buffer, bytes: number, use: RosterUse<Result>['read']): Promise<Result> {
    const reader = this.#reader;
    const { syncId, syncIdAt, entryCount, warnings } = reader.end();
    const stored = (await this.#upload?.finish()) ?? entryCount;
    // A refused roster is not stored completely; its refusal follows.
    if (!reader.isRefused) requireAll(stored, entryCount);
    await refuseRepetitions(reader, this.#receiving, this.#upload);
    const { rules, signal } = this.#receiving;
    signal.throwIfAborted();
    const named = await this.#nameThePeople(warnings);
    const { absenceTypes = {}, keepsAbsences = false } = rules;
    const roster = {
      syncId,
      // The same bytes mean something else where absences are not kept, so no later body is compared with these.
      body: { digest, bytes, syncIdAt: keepsAbsences ? null : syncIdAt, absenceTypes },
      entryCount,
      warnings: named,
      entries: this.#upload ? [] : reader.takeEntries(),
      upload: this.#upload,
      keepsAbsences,
    };
    const result = await use(roster, signal);
    this.#isUsed = true;
    return result;
  }

  async #nameThePeople(warnings: readonly RosterWarning[]): Promise<RosterWarning[]> {
    const positions = positionsIn(warnings);
    return withHrIds(warnings, await readHrIds(this.#reader, this.#receiving, this.#upload, positions));
  }

  async close(): Promise<void> {
    if (!this.#isUsed) await this.#upload?.discard();
  }

  async #store(): Promise<void> {
    if (this.#reader.isRefused) return;
    const { companyId, integrationId, store } = this.#receiving;
    this.#upload ??= await Upload.begin(store, companyId, integrationId);
    this.#upload.add(this.#reader.takeEntries());
    await this.#upload.storeIfFull();
    // Yields to the event loop: otherwise up to two megabytes are read from the socket before the COPY gets
    // its next bytes.
    await setImmediate();
  }
}

export const tooManyBytes = (limits: RosterLimits) =>
  new AppError('payload-too-large', `A roster may have ${limits.bytes} bytes, decompressed.`);

/** Compares the texts of equal hashes, in memory or in the database. */
async function refuseRepetitions(
  reader: RosterReader,
  receiving: Receiving,
  upload: Upload | undefined,
): Promise<void> {
  const positions = reader.repetitions.map(({ before }) => before);
  if (positions.length > 0) reader.confirmRepetitions(await readHrIds(reader, receiving, upload, positions));
  reader.refuseIfWrong();
}

/** The hrIds at these positions. A small roster is in memory, a large one in the database. */
async function readHrIds(
  reader: RosterReader,
  { companyId, store }: Receiving,
  upload: Upload | undefined,
  positions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (positions.length === 0) return new Map();
  return upload ? await selectHrIds(store.sql, companyId, upload.key.uploadId, positions) : reader.hrIds();
}
