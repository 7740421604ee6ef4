import type { AbsenceType } from './hr-system.ts';
import { SourceError } from './source-error.ts';

/** Null if the credentials may not see absences. */
export async function visibleAbsenceTypes(reading: Promise<AbsenceType[]>): Promise<AbsenceType[] | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof SourceError && error.field === 'absences') return null;
    throw error;
  }
}
