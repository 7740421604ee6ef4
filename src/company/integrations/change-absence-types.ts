import { type AbsenceKind, type OwnAbsenceTypes, plainName } from '../../domain/person/absence-kinds.ts';
import { AppError } from '../../platform/errors.ts';

/** A type of absence that an integration names itself. Null removes it. */
export interface AbsenceTypeChange {
  name: string;
  kind: AbsenceKind | null;
}

const MAX_ABSENCE_TYPE_LENGTH = 100;
export const MAX_ABSENCE_TYPES = 200;

/** Two spellings of the same type are one type: the later one replaces the earlier one. */
export function changeAbsenceTypes(
  before: OwnAbsenceTypes,
  changes: readonly AbsenceTypeChange[],
): OwnAbsenceTypes {
  const types = new Map(Object.entries(before).map(([name, kind]) => [plainName(name), { name, kind }]));
  for (const { name: given, kind } of changes) {
    const name = given.trim();
    const key = plainName(name);
    if (key === '' || name.length > MAX_ABSENCE_TYPE_LENGTH)
      throw wrong(
        'malformed',
        `must have names of at most ${MAX_ABSENCE_TYPE_LENGTH} characters, with a letter or digit`,
      );
    types.delete(key);
    if (kind !== null) types.set(key, { name, kind });
  }
  if (types.size > MAX_ABSENCE_TYPES) throw wrong('too-many', `must have at most ${MAX_ABSENCE_TYPES} names`);
  return Object.fromEntries([...types.values()].map(({ name, kind }) => [name, kind]));
}

function wrong(code: string, message: string): AppError {
  return new AppError('invalid-values', `/absenceTypes ${message}.`, {
    errors: [{ in: 'body', pointer: '/absenceTypes', code, message }],
  });
}
