import type { ValueError } from '../../platform/errors.ts';
import { MAX_POINTERS, type RosterWarning } from './warnings.ts';

/** The number of errors that are named for each entry. */
export const MAX_ERRORS_EACH = 10;

const MAX_PERCENT = 5;
const FEW = 10;

/** Whether a roster with so many invalid entries is accepted with `onInvalid=keep`: the table in docs/sync.md. */
export function mayKeep(invalid: number, entries: number): boolean {
  return invalid * 100 <= entries * MAX_PERCENT || (invalid < FEW && invalid * 2 < entries);
}

export const KEPT_AT_MOST = `at most ${MAX_PERCENT} %, or fewer than ${FEW} and fewer than half`;

/** Collects the invalid entries of a roster that may be accepted without them. */
export class InvalidEntries {
  readonly #pointers: string[] = [];
  readonly #errors: ValueError[] = [];
  #count = 0;
  #errorCount = 0;

  get count(): number {
    return this.#count;
  }

  /** The number of errors of all entries together. */
  get errorCount(): number {
    return this.#errorCount;
  }

  /** `errorCount`: how many of its errors count in the roster. */
  add(position: number, first: readonly ValueError[], errorCount: number): void {
    this.#count++;
    this.#errorCount += errorCount;
    if (this.#count > MAX_POINTERS) return;
    this.#pointers.push(`/employees/${position}`);
    this.#errors.push(...first.slice(0, MAX_ERRORS_EACH));
  }

  list(): RosterWarning[] {
    if (this.#count === 0) return [];
    return [{ code: 'invalid-entry', count: this.#count, pointers: this.#pointers, errors: this.#errors }];
  }
}
