import type { PlainEntry } from './plain-entry.ts';
import { TextRegister } from './text-register.ts';

/** The number of places that a warning names. */
export const MOST_POINTERS = 100;

/** Warnings that follow from the entries alone. */
const READING_WARNINGS = ['never-joined', 'email-used-twice'] as const;
type RosterWarningCode = (typeof READING_WARNINGS)[number];

/** Whether the warning follows from the body alone, and so holds for every roster with the same body. */
export const isReadingWarning = ({ code }: { code: string }) =>
  READING_WARNINGS.some((known) => known === code);

export interface RosterWarning<Code extends string = RosterWarningCode> {
  code: Code;
  count: number;
  /** The first places in the roster. */
  pointers: string[];
}

/** Collects what looks wrong in entries that are valid. The roster is accepted all the same, and the run reports it. */
export class RosterWarnings {
  readonly #neverJoined = new Places();
  readonly #emailUsedTwice = new Places();
  readonly #emails = new TextRegister();

  look(entry: { position: number; email: string; startDate: string; terminationDate: string | null }): void {
    const { position, email, startDate, terminationDate } = entry;
    if (terminationDate !== null && terminationDate < startDate) this.#neverJoined.add(position);
    this.#noteEmail(position, this.#emails.add(normalEmail(email), position));
  }

  lookAtPlain(entry: PlainEntry, position: number): void {
    if (entry.neverJoined) this.#neverJoined.add(position);
    this.#noteEmail(position, this.#emails.addBytes(entry.emailBytes, position));
  }

  #noteEmail(position: number, before: number | undefined): void {
    if (before === undefined) return;
    this.#emailUsedTwice.add(before);
    this.#emailUsedTwice.add(position);
  }

  list(): RosterWarning[] {
    return [
      ...this.#emailUsedTwice.warning('email-used-twice'),
      ...this.#neverJoined.warning('never-joined'),
    ];
  }
}

/** Equals the SQL function `normal_email`. ASCII needs no normalisation; normalising every address would take twice as long. */
function normalEmail(email: string): string {
  return (/[^ -~]/.test(email) ? email.normalize('NFKC') : email).toLowerCase();
}

class Places {
  readonly #positions = new Set<number>();

  add(position: number): void {
    this.#positions.add(position);
  }

  warning(code: RosterWarningCode): RosterWarning[] {
    if (this.#positions.size === 0) return [];
    const first = [...this.#positions].sort((a, b) => a - b).slice(0, MOST_POINTERS);
    return [{ code, count: this.#positions.size, pointers: first.map((at) => `/employees/${at}`) }];
  }
}
