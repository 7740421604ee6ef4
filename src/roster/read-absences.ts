import { ABSENCE_STATUSES, type Absence, LONGEST, MOST_ABSENCES } from './entry.ts';
import type { Notes } from './notes.ts';
import {
  isFields,
  optionalBoolean,
  optionalDate,
  optionalList,
  requiredDate,
  requiredText,
} from './values.ts';

const NONE: readonly Absence[] = [];

export function readAbsences(value: unknown, notes: Notes, pointer: string): readonly Absence[] {
  const items = optionalList(value, MOST_ABSENCES, notes, pointer);
  if (items.length === 0) return NONE;
  const absences = items.map((item, index) => readAbsence(item, notes, `${pointer}/${index}`));
  // The order in which an HR system lists them says nothing, and must not look like a change.
  return absences
    .map((absence) => ({ absence, text: JSON.stringify(absence) }))
    .sort((a, b) => compare(a.absence.startDate, b.absence.startDate) || compare(a.text, b.text))
    .map(({ absence }) => absence);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function readAbsence(item: unknown, notes: Notes, pointer: string): Absence {
  const fields = isFields(item) ? item : {};
  if (!isFields(item)) notes.add(pointer, 'wrong-type', 'must be an object');
  const [type, startDate] = isFields(item)
    ? [
        requiredText(fields['type'], LONGEST.absenceType, notes, `${pointer}/type`),
        requiredDate(fields['startDate'], notes, `${pointer}/startDate`),
      ]
    : ['', ''];
  const endDate = optionalDate(fields['endDate'], notes, `${pointer}/endDate`);
  if (endDate !== null && startDate !== '' && endDate < startDate)
    notes.add(`${pointer}/endDate`, 'malformed', 'must not be before startDate');
  return {
    type,
    startDate,
    endDate,
    status: readStatus(fields['status'], notes, `${pointer}/status`),
    paid: optionalBoolean(fields['paid'], notes, `${pointer}/paid`),
    id: readId(fields['id'], notes, `${pointer}/id`),
    halfDayStart: optionalBoolean(fields['halfDayStart'], notes, `${pointer}/halfDayStart`) ?? false,
    halfDayEnd: optionalBoolean(fields['halfDayEnd'], notes, `${pointer}/halfDayEnd`) ?? false,
  };
}

function readStatus(value: unknown, notes: Notes, pointer: string): Absence['status'] {
  if (value === undefined || value === null) return 'approved';
  const found = ABSENCE_STATUSES.find((status) => status === value);
  if (!found) notes.add(pointer, 'not-allowed', `must be one of ${ABSENCE_STATUSES.join(', ')}`);
  return found ?? 'approved';
}

/** HR systems number their absences with numbers as often as with texts. */
function readId(value: unknown, notes: Notes, pointer: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return String(value);
  return requiredText(value, LONGEST.absenceId, notes, pointer);
}
