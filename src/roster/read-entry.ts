import { LONGEST, type RosterEntry } from './entry.ts';
import { type Notes, Place } from './notes.ts';
import { readAbsences } from './read-absences.ts';
import {
  email,
  isFields,
  optionalBoolean,
  optionalLastDay,
  optionalWebAddress,
  requiredDate,
  requiredFirstDay,
  requiredText,
} from './values.ts';

/**
 * One element of `employees`, checked by hand rather than by a schema: it is what most of the time of an upload goes
 * into. What is wrong is noted; the entry is then of no use. Fields nobody knows are ignored.
 */
export function readEntry(given: unknown, position: number, notes: Notes): RosterEntry {
  const place = new Place(notes, () => `/employees/${position}`);
  if (!isFields(given)) {
    place.note('', 'wrong-type', 'must be an object');
    return NOBODY;
  }
  return {
    position,
    hrId: requiredText(given['hrId'], LONGEST.hrId, place, 'hrId'),
    firstName: requiredText(given['firstName'], LONGEST.firstName, place, 'firstName'),
    lastName: requiredText(given['lastName'], LONGEST.lastName, place, 'lastName'),
    email: email(given['email'], LONGEST.email, place, 'email'),
    dateOfBirth: requiredDate(given['dateOfBirth'], place, 'dateOfBirth'),
    profileImage: optionalWebAddress(given['profileImage'], LONGEST.profileImage, place, 'profileImage'),
    startDate: requiredFirstDay(given['startDate'], place, 'startDate'),
    terminationDate: optionalLastDay(given['terminationDate'], place, 'terminationDate'),
    autoSync: optionalBoolean(given['autoSyncEmployee'], place, 'autoSyncEmployee'),
    absences: readAbsences(given['absences'], notes, place, position),
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
