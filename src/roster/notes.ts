import { AppError, MOST_ERRORS_SHOWN, type ValueError } from '../errors.ts';

/** Where in the roster something is being read. Its pointer is made only if something is wrong there. */
export class Place {
  readonly #notes: Notes;
  readonly #pointer: () => string;

  constructor(notes: Notes, pointer: () => string) {
    this.#notes = notes;
    this.#pointer = pointer;
  }

  /** `name` is that of a field of what stands here; empty for the whole. */
  note(name: string, code: string, message: string): void {
    this.#notes.add(name === '' ? this.#pointer() : `${this.#pointer()}/${name}`, code, message);
  }
}

/** Where the mistakes of a roster are noted: all are counted, and the first ones kept. */
export class Notes {
  readonly #first: ValueError[] = [];
  #count = 0;

  add(pointer: string, code: string, message: string): void {
    this.#count++;
    if (this.#first.length < MOST_ERRORS_SHOWN) this.#first.push({ in: 'body', pointer, code, message });
  }

  /** Mistakes of which more are noted than can be shown. */
  addUnseen(count: number): void {
    this.#count += count;
  }

  get count(): number {
    return this.#count;
  }

  throwIfAny(): void {
    const [only] = this.#first;
    if (!only) return;
    const detail =
      this.#count === 1
        ? `${only.pointer || 'The body'} ${only.message}.`
        : `${this.#count} values are not valid; \`errors\` says where and why. Nothing of the roster was kept.`;
    throw new AppError('invalid-values', detail, { errors: this.#first, errorCount: this.#count });
  }
}
