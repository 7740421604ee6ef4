import type { OwnAbsenceTypes } from '../../domain/person/absence-kinds.ts';
import type { ValueError } from '../../platform/errors.ts';
import { isPrintable } from '../../platform/fonts.ts';
import type { PlainEntry } from './plain-entry.ts';
import { SeenAbsenceTypes } from './seen-absence-types.ts';
import { TextRegister } from './text-register.ts';
import { type FieldOwner, UnknownFields } from './unknown-fields.ts';
import { EARLIEST_PLAUSIBLE_START } from './values.ts';

/** The number of places that a warning names. */
export const MAX_POINTERS = 100;

/** Warnings that follow from the entries alone, and from the types of absence that the integration names. */
const READING_WARNINGS = [
  'invalid-entry',
  'unknown-field',
  'unknown-absence-type',
  'email-used-twice',
  'never-joined',
  'implausible-birth-date',
  'implausible-start-date',
  'implausible-email',
  'unprintable-name',
] as const;
type RosterWarningCode = (typeof READING_WARNINGS)[number];

/** Whether the warning holds for every roster that has the same body and is read by the same settings. */
export const isReadingWarning = ({ code }: { code: string }) =>
  READING_WARNINGS.some((known) => known === code);

export interface RosterWarning<Code extends string = RosterWarningCode> {
  code: Code;
  count: number;
  /** The first places in the roster. */
  pointers: string[];
  /** The personnel numbers of the entries in `pointers`. Null if the person has been erased. Older runs have none. */
  hrIds?: (string | null)[];
  /** The name of an unknown field or type. Of a field also the object that has it, and the name that it resembles. */
  name?: string;
  in?: FieldOwner;
  similarName?: string;
  /** Of a large offboarding: the number of people present before. */
  outOf?: number;
  /** Of invalid entries: the first errors of the first entries. They name people by `hrId`. */
  errors?: ValueError[];
}

/** The part of an entry that warnings depend on. */
interface Seen {
  position: number;
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  startDate: string;
  terminationDate: string | null;
}

/**
 * Whether a value is possible but probably wrong. `PlainEntry` leaves entries for which `start` or `email` is true, or
 * with a birth date after the start, to `readEntry`.
 */
const isImplausible = {
  birthDate: ({ dateOfBirth, startDate }: Seen, today: string) =>
    dateOfBirth > today || dateOfBirth > startDate,
  start: ({ startDate }: Seen) => startDate < EARLIEST_PLAUSIBLE_START,
  email: ({ email }: Seen) => !email.slice(email.indexOf('@')).includes('.'),
};

/** Collects what looks wrong in entries that are valid. The roster is accepted all the same, and the run reports it. */
export class RosterWarnings {
  readonly unknownFields = new UnknownFields();
  readonly absenceTypes: SeenAbsenceTypes;
  readonly #today: string;
  readonly #locations = new Map<RosterWarningCode, Locations>();
  readonly #emails = new TextRegister();

  /** `today` is the company's business date. */
  constructor(today: string, ownAbsenceTypes?: OwnAbsenceTypes) {
    this.#today = today;
    this.absenceTypes = new SeenAbsenceTypes(ownAbsenceTypes);
  }

  look(entry: Seen): void {
    const { position, email, startDate, terminationDate } = entry;
    if (terminationDate !== null && terminationDate < startDate) this.#add('never-joined', position);
    if (isImplausible.birthDate(entry, this.#today)) this.#add('implausible-birth-date', position);
    if (isImplausible.start(entry)) this.#add('implausible-start-date', position);
    if (isImplausible.email(entry)) this.#add('implausible-email', position);
    if (!isPrintable(entry.firstName + entry.lastName)) this.#add('unprintable-name', position);
    this.#noteEmail(position, this.#emails.add(normalEmail(email), position));
  }

  lookAtPlain(entry: PlainEntry, position: number): void {
    if (entry.neverJoined) this.#add('never-joined', position);
    if (entry.isBornAfter(this.#today)) this.#add('implausible-birth-date', position);
    if (entry.hasUnusualLetters && !isPrintable(entry.names)) this.#add('unprintable-name', position);
    this.#noteEmail(position, this.#emails.addBytes(entry.emailBytes, position));
  }

  #noteEmail(position: number, before: number | undefined): void {
    if (before === undefined) return;
    this.#add('email-used-twice', before);
    this.#add('email-used-twice', position);
  }

  #add(code: RosterWarningCode, position: number): void {
    const locations = this.#locations.get(code) ?? new Locations();
    locations.add(position);
    this.#locations.set(code, locations);
  }

  list(): RosterWarning[] {
    const unknown = this.unknownFields.list().map(
      ({ name, owner, similarName, count, positions }): RosterWarning => ({
        code: 'unknown-field',
        count,
        pointers: positions.map(pointerTo),
        name,
        in: owner,
        ...(similarName !== undefined && { similarName }),
      }),
    );
    const types = this.absenceTypes.list().map(
      ({ name, count, positions }): RosterWarning => ({
        code: 'unknown-absence-type',
        count,
        pointers: positions.map(pointerTo),
        name,
      }),
    );
    return [
      ...unknown,
      ...types,
      ...READING_WARNINGS.flatMap((code) => this.#locations.get(code)?.warning(code) ?? []),
    ];
  }
}

/** Equals the SQL function `normal_email`. ASCII needs no normalisation; normalising every address would take twice as long. */
function normalEmail(email: string): string {
  return (/[^ -~]/.test(email) ? email.normalize('NFKC') : email).toLowerCase();
}

const ENTRIES = '/employees/';
const pointerTo = (position: number) => `${ENTRIES}${position}`;

const positionIn = (pointer: string) => Number(pointer.slice(ENTRIES.length));

/** The entries that the warnings point to. */
export function positionsIn(warnings: readonly RosterWarning[]): number[] {
  return [...new Set(warnings.flatMap(({ pointers }) => pointers.map(positionIn)))];
}

/** Adds the personnel numbers: positions in a file do not identify people for HR. */
export function withHrIds(
  warnings: readonly RosterWarning[],
  hrIdAt: ReadonlyMap<number, string>,
): RosterWarning[] {
  return warnings.map((warning) => ({
    ...warning,
    hrIds: warning.pointers.map((pointer) => hrIdAt.get(positionIn(pointer)) ?? null),
  }));
}

class Locations {
  readonly #positions = new Set<number>();

  add(position: number): void {
    this.#positions.add(position);
  }

  warning(code: RosterWarningCode): RosterWarning {
    const first = [...this.#positions].sort((a, b) => a - b).slice(0, MAX_POINTERS);
    return { code, count: this.#positions.size, pointers: first.map(pointerTo) };
  }
}
