import { absenceName, type NamedAbsence } from './absence-name.ts';
import { spacedName } from './describe-change.ts';
import type { Messages } from './en/portal/catalogue.ts';
import type { Format } from './format.ts';

interface Absence extends NamedAbsence {
  startDate: string;
  endDate?: string | null;
}

/** The name of a field of a person that a roster changed. */
export function fieldName(field: string, { vocabulary }: Messages): string {
  return (vocabulary.personField as Record<string, string>)[field] ?? spacedName(field);
}

/** The value of a field of a person, for the reader. `day` writes a day. */
export function fieldText(
  field: string,
  value: unknown,
  { common, person, vocabulary }: Messages,
  day: Format['day'],
): string {
  const absence = ({ startDate, endDate, ...named }: Absence) =>
    `${absenceName(named, vocabulary)} (${person.range(day(startDate), endDate ? day(endDate) : person.openEnd)})`;
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (isAbsences(value)) return value.map(absence).join(', ') || '–';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && /date/i.test(field)) return day(value);
  // Names are never translated, even if one equals a word of our vocabulary.
  return value === null || value === undefined || value === '' ? '–' : String(value);
}

function isAbsences(value: unknown): value is Absence[] {
  return Array.isArray(value) && value.every((each) => typeof each?.startDate === 'string');
}
