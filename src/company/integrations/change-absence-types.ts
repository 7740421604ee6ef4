import { type AbsenceKind, type OwnAbsenceTypes, plainName } from '../../domain/person/absence-kinds.ts';
import { AppError } from '../../platform/errors.ts';

/** A type of absence that an integration names itself. Null removes it. */
export interface AbsenceTypeChange {
  name: string;
  kind: AbsenceKind | null;
}

const LONGEST_ABSENCE_TYPE = 100;
export const MOST_ABSENCE_TYPES = 200;

/** Two spellings of the same type are one type: the later one replaces the earlier one. */
export function changeAbsenceTypes(
  before: OwnAbsenceTypes,
  changes: readonly AbsenceTypeChange[],
): OwnAbsenceTypes {
  const types = new Map(Object.entries(before).map(([name, kind]) => [plainName(name), { name, kind }]));
  for (const { name: given, kind } of changes) {
    const name = given.trim();
    const key = plainName(name);
    if (key === '' || name.length > LONGEST_ABSENCE_TYPE)
      throw wrong(
        'malformed',
        `must have names of at most ${LONGEST_ABSENCE_TYPE} characters, with a letter or digit`,
      );
    types.delete(key);
    if (kind !== null) types.set(key, { name, kind });
  }
  if (types.size > MOST_ABSENCE_TYPES)
    throw wrong('too-many', `must have at most ${MOST_ABSENCE_TYPES} names`);
  return Object.fromEntries([...types.values()].map(({ name, kind }) => [name, kind]));
}

function wrong(code: string, message: string): AppError {
  return new AppError('invalid-values', `/absenceTypes ${message}.`, {
    errors: [{ in: 'body', pointer: '/absenceTypes', code, message }],
  });
}
