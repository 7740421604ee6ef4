import type { OpenDatabase } from '../../platform/db/open.ts';
import { AppError } from '../../platform/errors.ts';
import type { Survey } from '../../rosters/pull/hr-system.ts';
import type { ChangedIntegration } from '../../rosters/pull/set-up-source.ts';
import { SourceError } from '../../rosters/pull/source-error.ts';
import { type Sources, systemOf } from '../../rosters/pull/sources.ts';
import { surveySource } from '../../rosters/pull/survey-source.ts';

export async function askSystem(
  { sql }: OpenDatabase,
  sources: Sources,
  changed: ChangedIntegration,
  state: 'draft' | 'active',
): Promise<Survey> {
  try {
    return await surveySource(sql, sources, changed, state, { signal: new AbortController().signal });
  } catch (error) {
    throw error instanceof SourceError ? asCommandError(error) : error;
  }
}

function asCommandError({ code, detail, field, right }: SourceError): AppError {
  const grant = right ? ` Grant: ${right} (for ${field}).` : '';
  return new AppError('conflict', `${code}: ${detail}${grant}`);
}

export function describeSurvey(
  { people, missing, absenceTypes }: Survey,
  system: string | undefined,
): string[] {
  const who = system && systemOf({ system }).isFile ? 'The file has' : 'The credentials see';
  return [
    `${who} ${people ?? 'an unknown number of'} people${absenceTypes ? ` and ${absenceTypes.length} types of absence` : ''}.`,
    ...missing.map(({ field, right }) => `  missing: ${field}. Grant: ${right}`),
  ];
}
