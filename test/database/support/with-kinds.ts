import { knownKind } from '../../../src/domain/person/absence-kinds.ts';

/** Absences as reading a roster stores them, for tests that write links themselves. */
export function withKinds<Absence extends object>(absences: readonly Absence[]) {
  return absences.map((absence) => ({
    ...absence,
    kind: knownKind('type' in absence ? String(absence.type) : ''),
  }));
}
