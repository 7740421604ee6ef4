import { AppError } from '../errors.ts';
import { LONGEST, type RosterEntry } from './entry.ts';
import type { Notes } from './notes.ts';
import { readAbsences } from './read-absences.ts';
import { parseJson } from './split-roster.ts';
import {
  email,
  isFields,
  optionalBoolean,
  optionalDate,
  optionalWebAddress,
  requiredDate,
  requiredText,
} from './values.ts';

/**
 * One element of `employees`, checked by hand rather than by a schema: it is what most of the time of an upload goes
 * into. What is wrong is noted; the entry is then of no use. Fields nobody knows are ignored.
 */
export function readEntry(text: Buffer, position: number, keys: number, notes: Notes): RosterEntry {
  const value = parseJson(text);
  const at = `/employees/${position}`;
  if (!isFields(value)) notes.add(at, 'wrong-type', 'must be an object');
  const given = isFields(value) ? value : undefined;
  if (given && countKeys(given) !== keys)
    throw new AppError('malformed-request', `A field of entry ${position} of employees is given twice.`);
  if (!given) return NOBODY;
  return {
    position,
    hrId: requiredText(given['hrId'], LONGEST.hrId, notes, `${at}/hrId`),
    firstName: requiredText(given['firstName'], LONGEST.firstName, notes, `${at}/firstName`),
    lastName: requiredText(given['lastName'], LONGEST.lastName, notes, `${at}/lastName`),
    email: email(given['email'], LONGEST.email, notes, `${at}/email`),
    dateOfBirth: requiredDate(given['dateOfBirth'], notes, `${at}/dateOfBirth`),
    profileImage: optionalWebAddress(
      given['profileImage'],
      LONGEST.profileImage,
      notes,
      `${at}/profileImage`,
    ),
    startDate: requiredDate(given['startDate'], notes, `${at}/startDate`),
    terminationDate: optionalDate(given['terminationDate'], notes, `${at}/terminationDate`),
    autoSync: optionalBoolean(given['autoSyncEmployee'], notes, `${at}/autoSyncEmployee`),
    absences: readAbsences(given['absences'], notes, `${at}/absences`),
  };
}

const NOBODY: RosterEntry = {
  position: -1,
  hrId: '',
  firstName: '',
  lastName: '',
  email: '',
  dateOfBirth: '',
  profileImage: null,
  startDate: '',
  terminationDate: null,
  autoSync: null,
  absences: [],
};

/** `JSON.parse` keeps the last of two fields with one name; that some are gone shows in their number. */
function countKeys(value: object): number {
  let count = 0;
  for (const item of Object.values(value)) {
    count++;
    if (typeof item === 'object' && item !== null) count += countWithin(item);
  }
  return count;
}

function countWithin(value: object): number {
  if (!Array.isArray(value)) return countKeys(value);
  let count = 0;
  for (const item of value) if (typeof item === 'object' && item !== null) count += countWithin(item);
  return count;
}
