import { ABSENCE_STATUSES, type Absence, MAX_ABSENCES, MAX_LENGTHS } from './entry.ts';
import type { SeenAbsenceTypes } from './seen-absence-types.ts';
import type { UnknownFields } from './unknown-fields.ts';
import type { RosterLocation } from './validation-errors.ts';
import {
  type Fields,
  isFields,
  optionalBoolean,
  optionalLastDay,
  optionalList,
  requiredDate,
  requiredText,
} from './values.ts';

const NONE: readonly Absence[] = [];

/** Collects findings while absences are read. */
export interface AbsenceFindings {
  unknownFields: UnknownFields;
  absenceTypes: SeenAbsenceTypes;
}

export function readAbsences(
  value: unknown,
  { unknownFields, absenceTypes }: AbsenceFindings,
  entry: RosterLocation,
  position: number,
): readonly Absence[] {
  const items = optionalList(value, MAX_ABSENCES, entry, 'absences');
  if (items.length === 0) return NONE;
  const absences = items.map((item, index) => {
    if (isFields(item)) unknownFields.look('absence', item, position);
    const absence = readAbsence(item, entry.within(`absences/${index}`));
    return { ...absence, kind: absenceTypes.kindOf(absence.type, position) };
  });
  // Sorted, because the order in which an HR system lists absences has no meaning and must not look like a
  // change.
  return absences
    .map((absence) => ({ absence, text: JSON.stringify(absence) }))
    .sort((a, b) => compare(a.absence.startDate, b.absence.startDate) || compare(a.text, b.text))
    .map(({ absence }) => absence);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function readAbsence(item: unknown, location: RosterLocation): Omit<Absence, 'kind'> {
  if (!isFields(item)) location.note('', 'wrong-type', 'must be an object');
  const fields = isFields(item) ? item : NOTHING;
  const type = requiredText(fields['type'], MAX_LENGTHS.absenceType, location, 'type');
  const startDate = requiredDate(fields['startDate'], location, 'startDate');
  const endDate = optionalLastDay(fields['endDate'], location, 'endDate');
  if (endDate !== null && startDate !== '' && endDate < startDate)
    location.note('endDate', 'malformed', 'must not be before startDate');
  return {
    type,
    startDate,
    endDate,
    status: readStatus(fields['status'], location),
    paid: optionalBoolean(fields['paid'], location, 'paid'),
    id: readId(fields['id'], location),
    halfDayStart: optionalBoolean(fields['halfDayStart'], location, 'halfDayStart') ?? false,
    halfDayEnd: optionalBoolean(fields['halfDayEnd'], location, 'halfDayEnd') ?? false,
  };
}

/** Replaces a value that is not an object, so that no further errors are reported for it. */
const NOTHING: Fields = { type: 'other', startDate: '2000-01-01' };

function readStatus(value: unknown, location: RosterLocation): Absence['status'] {
  if (value === undefined || value === null) return 'approved';
  const found = ABSENCE_STATUSES.find((status) => status === value);
  if (!found) location.note('status', 'not-allowed', `must be one of ${ABSENCE_STATUSES.join(', ')}`);
  return found ?? 'approved';
}

/**
 * HR systems use numbers as often as texts as ids of absences. A number that JSON does not represent exactly
 * would become the id of another absence.
 */
function readId(value: unknown, location: RosterLocation): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number') return requiredText(value, MAX_LENGTHS.absenceId, location, 'id');
  if (Number.isSafeInteger(value)) return String(value);
  location.note('id', 'malformed', 'must be a string, or a whole number up to 9007199254740991');
  return null;
}
