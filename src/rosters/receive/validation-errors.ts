import { AppError, MAX_ERRORS_SHOWN, type ValueError } from '../../platform/errors.ts';

/** The place in the roster that is being read. Its pointer and `hrId` are only read if there is an error to note. */
export class RosterLocation {
  readonly #notes: ValidationErrors;
  readonly #pointer: () => string;
  readonly #hrId: () => string | undefined;

  /** `hrId` returns that of the entry, if it is valid. */
  constructor(
    notes: ValidationErrors,
    pointer: () => string,
    hrId: () => string | undefined = () => undefined,
  ) {
    this.#notes = notes;
    this.#pointer = pointer;
    this.#hrId = hrId;
  }

  /** A place within this one, in the same entry. */
  within(path: string): RosterLocation {
    return new RosterLocation(this.#notes, () => `${this.#pointer()}/${path}`, this.#hrId);
  }

  /** `name` is a field of the object at this place, or empty for the object itself. */
  note(name: string, code: string, message: string): void {
    const pointer = this.#pointer();
    this.#notes.add(name === '' ? pointer : `${pointer}/${name}`, code, message, this.#hrId());
  }
}

/** The errors of a roster. All are counted, and the first ones are kept. */
export class ValidationErrors {
  readonly #first: ValueError[] = [];
  readonly #max: number;
  #count = 0;

  constructor(max = MAX_ERRORS_SHOWN) {
    this.#max = max;
  }

  add(pointer: string, code: string, message: string, hrId?: string): void {
    this.#count++;
    if (this.#first.length < this.#max)
      this.#first.push({ in: 'body', pointer, code, message, ...(hrId !== undefined && { hrId }) });
  }

  /** Adds the errors of an entry. */
  addAll({ first, count }: ValidationErrors): void {
    this.#count += count;
    this.#first.push(...first.slice(0, this.#max - this.#first.length));
  }

  /** The same notes, with each error that is kept changed or left out. */
  changed(change: (error: ValueError) => ValueError | undefined): ValidationErrors {
    const changed = new ValidationErrors(this.#max);
    changed.#first.push(...this.#first.flatMap((error) => change(error) ?? []));
    changed.#count = this.#count - this.#first.length + changed.#first.length;
    return changed;
  }

  /** Counts errors that are not shown. */
  addUnseen(count: number): void {
    this.#count += count;
  }

  get count(): number {
    return this.#count;
  }

  get first(): readonly ValueError[] {
    return this.#first;
  }

  /** A refusal that the errors explain. */
  plainRefusal(): AppError {
    const [only] = this.#first;
    const detail =
      only && this.#count === 1
        ? `${only.pointer || 'The body'} ${only.message}.`
        : `${this.#count} values are not valid; \`errors\` says where and why. Nothing of the roster was kept.`;
    return new AppError('invalid-values', detail, this.#details());
  }

  /** A refusal for a reason that the errors alone do not show. */
  refusal(reason: string): AppError {
    const detail = `${reason} Nothing of the roster was kept.`;
    return new AppError('invalid-values', detail, { ...this.#details(), addsToErrors: true });
  }

  #details() {
    return { errors: this.#first, errorCount: this.#count, errorsShown: this.#max };
  }
}
