import { isCalendarDate } from '../../domain/calendar/dates.ts';
import {
  cleanName,
  isPlausibleEmail,
  isPrintable,
  isWebAddress,
  MAX_NAME_LENGTH,
  MAX_WEB_ADDRESS_LENGTH,
} from '../../domain/person/rules.ts';
import { AppError } from '../../platform/errors.ts';
import type { NewEmployee } from './employees-sql.ts';

/** Checks and trims what an admin has entered about a person. */
export function checkPerson(person: NewEmployee, today: string): NewEmployee {
  return {
    firstName: name('first name', person.firstName),
    lastName: name('last name', person.lastName),
    email: email(person.email),
    dateOfBirth: dateOfBirth(person.dateOfBirth, today),
    profileImage: profileImage(person.profileImage ?? null),
  };
}

function invalid(problem: string): AppError {
  return new AppError('invalid-values', problem);
}

function name(which: string, given: string): string {
  const value = cleanName(given);
  if (value === '') throw invalid(`The ${which} must not be empty.`);
  if (value.length > MAX_NAME_LENGTH)
    throw invalid(`The ${which} must not be longer than ${MAX_NAME_LENGTH} characters.`);
  if (!isPrintable(value)) throw invalid(`The ${which} must not contain control characters.`);
  return value;
}

function email(given: string): string {
  const value = cleanName(given);
  if (!isPlausibleEmail(value)) throw invalid('The e-mail address must look like name@example.com.');
  return value;
}

function dateOfBirth(value: string, today: string): string {
  if (!isCalendarDate(value))
    throw invalid('The date of birth must be a day that exists, written as YYYY-MM-DD.');
  if (value > today) throw invalid('The date of birth must not lie in the future.');
  return value;
}

function profileImage(value: string | null): string | null {
  if (value === null) return null;
  if (!isWebAddress(value) || value.length > MAX_WEB_ADDRESS_LENGTH)
    throw invalid('The profile image must be an address that begins with http:// or https://.');
  return value;
}
