import { type HrSystem, type Mapping, type PulledPerson, RESTRICTED } from './hr-system.ts';
import { isOptional, isPayroll, PULLED_FIELDS, type PulledField } from './pulled-fields.ts';
import { SourceError } from './source-error.ts';
import type { ListedBefore } from './staging-sql.ts';

/**
 * Watches whether the credentials see the mapped fields. Systems leave fields out, or answer null, when a right is missing. A roster
 * without birth dates would be refused; one without termination dates would give people tickets who have left.
 *
 * | what came | outcome |
 * |---|---|
 * | a person without the key of a mapped field, or with a value that is marked as restricted | the field is missing |
 * | a required field, or the number, that nobody has | the field is missing |
 * | people with a left status, none of them with a date | `terminationDate` is missing |
 * | no termination date, although the last roster had some | `terminationDate` is missing |
 * | nobody with a payroll field, although the last roster had it | the field is missing |
 * | no absence, although somebody of the last roster is absent today | `absences` are missing |
 *
 * The last three may be true: then somebody confirms it, and the pull allows gaps.
 */
export class FieldWatch {
  readonly #mapped: readonly PulledField[];
  readonly #rights: HrSystem['rights'];
  readonly #values = new Map<PulledField, number>();
  #people = 0;
  #left = 0;
  #leftWithDate = 0;

  constructor({ fields }: Mapping, { rights }: Pick<HrSystem, 'rights'>) {
    this.#mapped = PULLED_FIELDS.filter((field) => (fields[field] ?? null) !== null);
    this.#rights = rights;
  }

  /** Throws as soon as a field of somebody is missing. */
  look(people: readonly PulledPerson[]): void {
    for (const { fields, hasLeft } of people) {
      this.#people += 1;
      for (const field of this.#mapped) {
        const value = fields[field];
        if (value === undefined)
          throw this.#missing(field, `The system does not send ${field} for everybody.`);
        if (value === RESTRICTED) throw this.#missing(field, `The system says that ${field} is restricted.`);
        if (value) this.#values.set(field, this.#valuesOf(field) + 1);
      }
      if (hasLeft) this.#left += 1;
      if (hasLeft && fields.terminationDate) this.#leftWithDate += 1;
    }
  }

  /** When everybody has come. */
  conclude(absences: number, before: ListedBefore, allowsGaps: boolean): void {
    if (this.#people === 0) throw new SourceError('source-empty', { detail: 'The system listed nobody.' });
    for (const field of this.#mapped)
      if (!isOptional(field) && this.#valuesOf(field) === 0)
        throw this.#missing(field, `Nobody has a ${field}.`);
    if (this.#left > 0 && this.#leftWithDate === 0)
      throw this.#missing('terminationDate', 'People have left, and none of them has a date.');
    if (allowsGaps) return;
    if (before.terminationDates > 0 && this.#valuesOf('terminationDate') === 0)
      throw this.#missing('terminationDate', 'The last roster had such dates, and this one has none.');
    for (const field of this.#mapped.filter(isPayroll))
      if (before.payroll[field] > 0 && this.#valuesOf(field) === 0)
        throw this.#missing(field, `The last roster had ${field}, and this one has none.`);
    if (before.absences > 0 && absences === 0)
      throw this.#missing('absences', 'Somebody is absent by the last roster, and this one has no absences.');
  }

  #valuesOf(field: PulledField): number {
    return this.#values.get(field) ?? 0;
  }

  #missing(field: PulledField | 'absences', why: string): SourceError {
    return new SourceError('source-field-missing', { detail: why, field, right: this.#rights[field] });
  }
}
