import type { OnInvalid } from '../../company/integrations/integration-types.ts';
import type { OwnAbsenceTypes } from '../../domain/person/absence-kinds.ts';
import type { RosterLimits } from '../../platform/config/roster-limits.ts';
import { AppError, MAX_ERRORS_SHOWN } from '../../platform/errors.ts';
import { ROSTER_SIZES } from '../../platform/limits.ts';
import { invalidEntry, type StagedEntry } from './entry.ts';
import type { EntryLines } from './entry-lines.ts';
import { InvalidEntries, KEPT_AT_MOST, mayKeep } from './invalid-entries.ts';
import { MisspeltFields } from './misspelt-fields.ts';
import { type EntryTexts, parseEntries } from './parse-entries.ts';
import type { PlainEntry } from './plain-entry.ts';
import { readEntry, readIdentity } from './read-entry.ts';
import { RosterSplitter } from './split-roster.ts';
import { TextRegister } from './text-register.ts';
import { RosterLocation, ValidationErrors } from './validation-errors.ts';
import { exactText } from './values.ts';
import { type RosterWarning, RosterWarnings } from './warnings.ts';

/** An hrId with the same hash as that of an earlier entry. */
interface Repetition {
  hrId: string;
  position: number;
  /** The position of the earlier entry. */
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

export interface ReadingRules {
  /** The company's business date. */
  today: string;
  onInvalid: OnInvalid;
  /** The types of absence that the integration names itself. */
  absenceTypes?: OwnAbsenceTypes;
  /** Entries without absences keep those that are known. */
  keepsAbsences?: boolean;
  /** The number of errors that a refusal names. */
  maxErrors?: number;
}

/** Turns the bytes of a body into checked entries, and collects the errors and warnings of the whole roster. */
export class RosterReader {
  readonly #limits: RosterLimits;
  readonly #onInvalid: OnInvalid;
  readonly #notes: ValidationErrors;
  /** Further repetitions are only counted, because the answer does not show them. */
  readonly #maxRepetitions: number;
  /** Those that do not refuse the roster by themselves. Their errors are also in `#notes`. */
  readonly #invalid = new InvalidEntries();
  /** Invalid entries without an hrId. For these, `onInvalid=keep` refuses the roster. */
  #nameless = 0;
  readonly #hrIds = new TextRegister();
  readonly #warnings: RosterWarnings;
  readonly #misspelt: MisspeltFields;
  readonly #splitter: RosterSplitter;
  readonly repetitions: Repetition[] = [];
  #furtherRepetitions = 0;
  /** Those that are confirmed. */
  #repeated = 0;
  #entryCount = 0;
  #lines: EntryLines | undefined;
  #syncId: unknown;
  #syncIdAt: number | null = null;
  #employeesOfWrongType = false;

  constructor(limits: RosterLimits, { today, onInvalid, absenceTypes, maxErrors }: ReadingRules) {
    this.#limits = limits;
    this.#onInvalid = onInvalid;
    this.#maxRepetitions = maxErrors ?? MAX_ERRORS_SHOWN;
    this.#notes = new ValidationErrors(maxErrors);
    this.#warnings = new RosterWarnings(today, absenceTypes);
    this.#misspelt = new MisspeltFields(this.#warnings.unknownFields);
    this.#splitter = new RosterSplitter({
      plainEntry: (entry, position) => this.#readPlain(entry, position),
      otherEntries: (texts) => this.#readOthers(texts),
      field: ({ name, value, text, at }) => {
        if (name !== 'syncId') {
          this.#warnings.unknownFields.add('roster', name);
          return;
        }
        this.#syncId = value;
        this.#syncIdAt = text.equals(Buffer.from(JSON.stringify(value))) ? at : null;
      },
      employeesOfWrongType: () => {
        this.#employeesOfWrongType = true;
      },
    });
  }

  /** Appends the entries of the chunk to the lines. */
  push(chunk: Buffer, lines: EntryLines): void {
    this.#lines = lines;
    this.#splitter.push(chunk);
  }

  /** An error was found for which the roster will be refused. Further entries are checked and not kept. */
  get isRefused(): boolean {
    return this.#hasOtherErrors || !mayKeep(this.#invalid.count, this.#limits.entries);
  }

  /** Errors besides those of the invalid entries that may be kept. */
  get #hasOtherErrors(): boolean {
    return this.#notes.count > this.#invalid.errorCount;
  }

  /** The syncId, if a valid one has been read so far. */
  get syncId(): string | undefined {
    const notes = new ValidationErrors();
    const syncId = readSyncId(this.#syncId, notes);
    return notes.count === 0 ? syncId : undefined;
  }

  /** The body is complete. Throws if it has errors, unless there are repetitions: those have to be confirmed first. */
  end(): ReadRoster {
    const entryCount = this.#splitter.end();
    this.#entryCount = entryCount;
    const syncId = readSyncId(this.#syncId, this.#notes);
    if (!this.#splitter.sawEmployees) this.#notes.add('/employees', 'missing', 'is missing');
    else if (this.#employeesOfWrongType) this.#notes.add('/employees', 'wrong-type', 'must be an array');
    else if (entryCount === 0) this.#notes.add('/employees', 'too-few', 'must have at least one entry');
    if (this.repetitions.length === 0) this.refuseIfWrong();
    const warnings = [...this.#invalid.list(), ...this.#warnings.list()];
    return { syncId, syncIdAt: this.#syncIdAt, entryCount, warnings };
  }

  refuseIfWrong(): void {
    const { count } = this.#invalid;
    if (this.#nameless > 0)
      throw this.#refusal(
        `${this.#nameless} of the entries that are not valid ${this.#nameless === 1 ? 'has' : 'have'} no valid hrId. ` +
          '`onInvalid=keep` needs it, to know whose entry it is.',
      );
    if (count > 0 && this.#repeated > 0)
      throw this.#refusal(
        `${this.#repeated} ${this.#repeated === 1 ? 'entry has' : 'entries have'} the hrId of an earlier entry. ` +
          '`onInvalid=keep` needs an hrId of its own for each entry.',
      );
    if (this.#hasOtherErrors) throw this.#refusal();
    if (!mayKeep(count, this.#entryCount))
      throw this.#refusal(
        `${count} of ${this.#entryCount} entries are not valid. \`onInvalid=keep\` accepts ${KEPT_AT_MOST}.`,
      );
  }

  /** With a reason that the errors alone do not show, if there is one. */
  #refusal(reason = ''): AppError {
    const reasons = [reason, this.#misspelt.describe()].filter((each) => each !== '');
    const notes = this.#misspelt.explain(this.#notes);
    return reasons.length === 0 ? notes.plainRefusal() : notes.refusal(reasons.join(' '));
  }

  /** Records each repetition as an error, unless the earlier entry has another hrId and only the hashes are equal. */
  confirmRepetitions(hrIdAt: ReadonlyMap<number, string>): void {
    // The earlier entry is missing if the roster was refused before it. Then its hrId does not matter.
    for (const { hrId, position, before } of this.repetitions)
      if ((hrIdAt.get(before) ?? hrId) === hrId) {
        this.#repeated++;
        const message = `is the same as that of /employees/${before}`;
        this.#notes.add(`/employees/${position}/hrId`, 'duplicate', message, hrId);
      }
    this.#repeated += this.#furtherRepetitions;
    this.#notes.addUnseen(this.#furtherRepetitions);
  }

  #readPlain(plain: PlainEntry, position: number): void {
    this.#refuseTooMany(position + 1);
    const before = this.#hrIds.addBytes(plain.hrIdBytes, position);
    if (before !== undefined) this.#noteRepetition(plain.hrId, position, before);
    if (this.isRefused) return;
    this.#warnings.lookAtPlain(plain, position);
    if (this.#lines) plain.appendTo(this.#lines, position);
  }

  #readOthers(texts: EntryTexts): void {
    this.#refuseTooMany(texts.first + texts.entries.length);
    for (const [index, value] of parseEntries(texts).entries()) this.#readOther(value, texts.first + index);
  }

  #readOther(value: unknown, position: number): void {
    const notes = new ValidationErrors();
    const { unknownFields, absenceTypes } = this.#warnings;
    const entry = readEntry(value, position, { notes, unknownFields, absenceTypes });
    if (entry.hrId !== '') {
      const before = this.#hrIds.add(entry.hrId, position);
      if (before !== undefined) this.#noteRepetition(entry.hrId, position, before);
    }
    const staged = notes.count === 0 ? entry : this.#noteInvalid(value, position, notes);
    if (this.isRefused || !staged) return;
    if (staged === entry) this.#warnings.look(entry);
    this.#lines?.append(staged);
  }

  /** Returns what is stored of an invalid entry, or nothing if the roster is refused because of it. */
  #noteInvalid(value: unknown, position: number, notes: ValidationErrors): StagedEntry | undefined {
    const counted = this.#misspelt.withoutRepeated(value, notes);
    this.#notes.addAll(counted);
    const { hrId, email } = readIdentity(value);
    if (this.#onInvalid === 'reject') return undefined;
    if (hrId === undefined) {
      this.#nameless++;
      return undefined;
    }
    this.#invalid.add(position, notes.first, counted.count);
    return invalidEntry(position, hrId, email ?? null);
  }

  #refuseTooMany(entries: number): void {
    if (entries > this.#limits.entries)
      throw new AppError('payload-too-large', `A roster may have ${this.#limits.entries} entries.`);
  }

  #noteRepetition(hrId: string, position: number, before: number): void {
    if (this.repetitions.length < this.#maxRepetitions) this.repetitions.push({ hrId, position, before });
    else this.#furtherRepetitions++;
  }
}

/** A syncId is taken exactly as sent: two that differ in white space only are two rosters. */
export function readSyncId(value: unknown, notes: ValidationErrors): string {
  const text = exactText(value, ROSTER_SIZES.syncIdLength, new RosterLocation(notes, () => ''), 'syncId');
  // A run's URL ends with its syncId, and clients resolve these two as relative path segments.
  if (text === '.' || text === '..') notes.add('/syncId', 'malformed', 'must not be a dot or two');
  return text;
}
