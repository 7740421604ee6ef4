import type { vocabulary } from './en/vocabulary.ts';

/** Why a roster was refused or could not be fetched, in words for HR. `field` is what the HR system does not show. */
export function rosterRefusal(
  code: string | null,
  words: typeof vocabulary,
  field: string | null = null,
): string {
  const fields: Readonly<Record<string, string>> = words.personField;
  if (code === 'source-field-missing' && field) return words.sourceFieldMissing(fields[field] ?? field);
  const known: Readonly<Record<string, string>> = words.rosterRefusal;
  return known[code ?? ''] ?? words.rosterRefused;
}
