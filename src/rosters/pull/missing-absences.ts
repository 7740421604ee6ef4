import type { HrSystem } from './hr-system.ts';
import { SourceError } from './source-error.ts';

/** The system does not show absences, because a right is missing. */
export function missingAbsences(rights: HrSystem['rights'], detail: string, cause?: unknown): SourceError {
  return new SourceError('source-field-missing', {
    ...{ detail, cause },
    ...{ field: 'absences', right: rights.absences },
  });
}

/** Whether credentials that list people may not list absences. 401: they are not valid any more. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof SourceError && error.code === 'source-unauthorised' && error.status !== 401;
