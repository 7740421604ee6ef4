import type { ValueError } from '../../platform/errors.ts';
import type { UnknownFields } from './unknown-fields.ts';
import type { ValidationErrors } from './validation-errors.ts';

/** The number of misspellings that are named. */
const MAX_NAMED = 10;

interface Misspelling {
  /** The name in the entries, and the required field that is missing. */
  name: string;
  field: string;
  /** The number of these entries. */
  count: number;
  /** The error of the first entry, reported for all of them. */
  error: ValueError;
}

/**
 * Required fields that are missing because another name is written for them: `first_name` for `firstName`. An export
 * misspells a name in every entry, so each misspelling is one error that names it, and not one for each entry.
 */
export class MisspeltFields {
  readonly #unknownFields: UnknownFields;
  readonly #found = new Map<string, Misspelling>();

  constructor(unknownFields: UnknownFields) {
    this.#unknownFields = unknownFields;
  }

  /** Returns the errors of an entry without those that earlier entries have had for the same misspelling. */
  withoutRepeated(entry: unknown, notes: ValidationErrors): ValidationErrors {
    return notes.changed((error) => {
      const field = missingField(error);
      const name = field && this.#unknownFields.nameLike(entry, field);
      if (field === undefined || name === undefined) return error;
      const key = `${field} ${name}`;
      const found = this.#found.get(key);
      if (found) {
        found.count++;
        return undefined;
      }
      this.#found.set(key, { name, field, count: 1, error });
      return error;
    });
  }

  /** Says in the first error of each misspelling what it is and how many entries have it. */
  explain(notes: ValidationErrors): ValidationErrors {
    const byError = new Map([...this.#found.values()].map((found) => [found.error, found]));
    return notes.changed((error) => {
      const found = byError.get(error);
      return found ? { ...error, message: `is ${sentence(found)}` } : error;
    });
  }

  /** In words, for a reader who sees no more than the fields of the errors. */
  describe(): string {
    return [...this.#found.values()]
      .slice(0, MAX_NAMED)
      .map((found) => `\`${found.field}\` is ${sentence(found)}.`)
      .join(' ');
  }
}

const sentence = ({ name, count }: Misspelling) =>
  count === 1 ? `missing: the entry has ${name} instead` : `missing: ${count} entries have ${name} instead`;

/** The field of an entry that the error calls missing. Those of absences are none. */
function missingField({ code, pointer }: ValueError): string | undefined {
  return code === 'missing' ? /^\/employees\/\d+\/(\w+)$/.exec(pointer)?.[1] : undefined;
}
