import { MAX_LENGTHS, type RosterEntry } from './entry.ts';
import { type AbsenceFindings, readAbsences } from './read-absences.ts';
import { readPayroll } from './read-payroll.ts';
import { RosterLocation, type ValidationErrors } from './validation-errors.ts';
import {
  email,
  type Fields,
  ifValid,
  isFields,
  optionalBoolean,
  optionalLastDay,
  optionalWebAddress,
  requiredDate,
  requiredFirstDay,
  requiredName,
  requiredText,
} from './values.ts';

/** Collects findings while entries are read. */
export interface Findings extends AbsenceFindings {
  notes: ValidationErrors;
}

/**
 * Checks one element of `employees`. Errors are noted; the returned entry is then incomplete and must not be used. Unknown
 * fields are counted and otherwise ignored. The checks are written by hand, because this is the slowest part of reading a
 * roster and a schema would be slower.
 */
export function readEntry(given: unknown, position: number, findings: Findings): RosterEntry {
  const { notes, unknownFields } = findings;
  if (!isFields(given)) {
    notes.add(`/employees/${position}`, 'wrong-type', 'must be an object');
    return EMPTY;
  }
  const location = new RosterLocation(
    notes,
    () => `/employees/${position}`,
    () => readHrId(given),
  );
  unknownFields.look('entry', given, position);
  return {
    position,
    hrId: requiredText(given['hrId'], MAX_LENGTHS.hrId, location, 'hrId'),
    firstName: requiredName(given['firstName'], MAX_LENGTHS.firstName, location, 'firstName'),
    lastName: requiredName(given['lastName'], MAX_LENGTHS.lastName, location, 'lastName'),
    email: email(given['email'], MAX_LENGTHS.email, location, 'email'),
    dateOfBirth: requiredDate(given['dateOfBirth'], location, 'dateOfBirth'),
    profileImage: optionalWebAddress(
      given['profileImage'],
      MAX_LENGTHS.profileImage,
      location,
      'profileImage',
    ),
    startDate: requiredFirstDay(given['startDate'], location, 'startDate'),
    terminationDate: optionalLastDay(given['terminationDate'], location, 'terminationDate'),
    autoSync: optionalBoolean(given['autoSyncEmployee'], location, 'autoSyncEmployee'),
    absences: readAbsences(given['absences'], findings, location, position),
    payroll: readPayroll(given, location),
  };
}

/** The number and the e-mail address of an entry that has errors, each if it is valid. */
export function readIdentity(given: unknown): { hrId: string | undefined; email: string | undefined } {
  if (!isFields(given)) return { hrId: undefined, email: undefined };
  return {
    hrId: readHrId(given),
    email: ifValid((location) => email(given['email'], MAX_LENGTHS.email, location, '')),
  };
}

const readHrId = (fields: Fields) =>
  ifValid((location) => requiredText(fields['hrId'], MAX_LENGTHS.hrId, location, ''));

/** In place of an entry that is not an object. */
const EMPTY: RosterEntry = {
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
  payroll: null,
};
