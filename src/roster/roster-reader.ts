import type { RosterLimits } from '../config/roster-limits.ts';
import { AppError } from '../errors.ts';
import type { RosterEntry } from './entry.ts';
import type { EntryLines } from './entry-lines.ts';
import { LONGEST_SYNC_ID } from './limits.ts';
import { Notes, Place } from './notes.ts';
import { parseRun } from './parse-run.ts';
import { PlainEntry } from './plain-entry.ts';
import { readEntry } from './read-entry.ts';
import { type RosterRun, RosterSplitter } from './split-roster.ts';
import { TextRegister } from './text-register.ts';
import { requiredText } from './values.ts';
import { type RosterWarning, RosterWarnings } from './warnings.ts';

interface Repetition {
  hrId: string;
  position: number;
  before: number;
}

interface ReadRoster {
  syncId: string;
  /**
   * The offset in bytes at which the value of `syncId` begins in the body, counted after decompression. It is null unless
   * the body has the value exactly as `JSON.stringify` writes it, so that a body can be rebuilt from its other bytes
   * and the `syncId`.
   */
  syncIdAt: number | null;
  entryCount: number;
  warnings: RosterWarning[];
}

/** More than are shown need not be remembered. */
const MOST_REPETITIONS = 100;

/** Turns the bytes of a body into checked entries, and knows what is wrong with the roster as a whole. */
export class RosterReader {
  readonly #limits: RosterLimits;
  readonly #notes = new Notes();
  readonly #register = new TextRegister();
  readonly #warnings = new RosterWarnings();
  readonly #splitter: RosterSplitter;
  readonly repetitions: Repetition[] = [];
  #furtherRepetitions = 0;
  #entries: RosterEntry[] = [];
  readonly #plain = new PlainEntry();
  #lines: EntryLines | undefined;
  #syncId: unknown;
  #syncIdAt: number | null = null;
  #isNoArray = false;

  constructor(limits: RosterLimits) {
    this.#limits = limits;
    this.#splitter = new RosterSplitter({
      plainEnd: (chunk, at) => (this.#lines ? this.#plain.read(chunk, at) : -1),
      plain: (position) => this.#takePlain(position),
      entries: (run) => this.#readRun(run),
      field: ({ name, value, text, at }) => {
        if (name !== 'syncId') return;
        this.#syncId = value;
        this.#syncIdAt = text.equals(Buffer.from(JSON.stringify(value))) ? at : null;
      },
      employeesOfWrongType: () => {
        this.#isNoArray = true;
      },
    });
  }

  /** What it holds goes into these lines; without any, it is kept to be taken. */
  push(chunk: Buffer, lines?: EntryLines): void {
    this.#lines = lines;
    this.#splitter.push(chunk);
  }

  /** How many entries are waiting to be taken. */
  get waiting(): number {
    return this.#entries.length;
  }

  /** The roster cannot be accepted any more: what is still to come is only checked. */
  get isRefused(): boolean {
    return this.#notes.count > 0;
  }

  takeEntries(): RosterEntry[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  /** The body is complete. */
  end(): ReadRoster {
    const entryCount = this.#splitter.end();
    const syncId = readSyncId(this.#syncId, this.#notes);
    if (!this.#splitter.sawEmployees) this.#notes.add('/employees', 'missing', 'is missing');
    else if (this.#isNoArray) this.#notes.add('/employees', 'wrong-type', 'must be an array');
    else if (entryCount === 0) this.#notes.add('/employees', 'too-few', 'must have at least one entry');
    if (this.repetitions.length === 0) this.refuseIfWrong();
    const syncIdAt = syncId === this.#syncId ? this.#syncIdAt : null;
    return { syncId, syncIdAt, entryCount, warnings: this.#warnings.list() };
  }

  refuseIfWrong(): void {
    this.#notes.throwIfAny();
  }

  /** The hrIds of the entries that are waiting. */
  hrIds(): Map<number, string> {
    return new Map(this.#entries.map(({ position, hrId }) => [position, hrId]));
  }

  confirmRepetitions(hrIdAt: ReadonlyMap<number, string>): void {
    // An entry that is not there any more was refused itself, so that nothing more has to be known.
    for (const { hrId, position, before } of this.repetitions)
      if ((hrIdAt.get(before) ?? hrId) === hrId)
        this.#notes.add(
          `/employees/${position}/hrId`,
          'duplicate',
          `is the same as that of /employees/${before}`,
        );
    this.#notes.addUnseen(this.#furtherRepetitions);
  }

  #readRun(run: RosterRun): void {
    this.#refuseTooMany(run.first + run.count);
    for (const [index, value] of parseRun(run).entries()) {
      const position = run.first + index;
      const entry = readEntry(value, position, this.#notes);
      if (entry.hrId !== '') {
        const before = this.#register.add(entry.hrId, position);
        if (before !== undefined) this.#noteRepetition(entry.hrId, position, before);
      }
      this.#warnings.look(entry);
      if (this.isRefused) continue;
      if (this.#lines) this.#lines.append(entry);
      else this.#entries.push(entry);
    }
    if (this.isRefused) this.#entries = [];
  }

  #takePlain(position: number): void {
    this.#refuseTooMany(position + 1);
    const before = this.#register.addBytes(this.#plain.hrIdBytes, position);
    if (before !== undefined) this.#noteRepetition(this.#plain.hrId, position, before);
    this.#warnings.lookAtPlain(this.#plain, position);
    if (this.#lines) this.#plain.appendTo(this.#lines, position);
  }

  #refuseTooMany(entries: number): void {
    if (entries > this.#limits.entries)
      throw new AppError('payload-too-large', `A roster may have ${this.#limits.entries} entries.`);
  }

  #noteRepetition(hrId: string, position: number, before: number): void {
    if (this.repetitions.length < MOST_REPETITIONS) this.repetitions.push({ hrId, position, before });
    else this.#furtherRepetitions++;
  }
}

export function readSyncId(value: unknown, notes: Notes): string {
  const text = requiredText(value, LONGEST_SYNC_ID, new Place(notes, () => ''), 'syncId');
  // As the last part of an address these two would be taken for steps upwards.
  if (text === '.' || text === '..') notes.add('/syncId', 'malformed', 'must not be a dot or two');
  return text;
}
