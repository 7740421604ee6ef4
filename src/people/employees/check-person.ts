import { isCalendarDate } from '../../domain/calendar/dates.ts';
import {
  MAX_PAYROLL_TEXT_LENGTH,
  PAYROLL_FIELDS,
  type PayrollField,
} from '../../domain/person/payroll-fields.ts';
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

type Field = keyof NewEmployee;

/** Checks and trims what an admin has entered about a person. */
export function checkPerson(person: NewEmployee, today: string): NewEmployee {
  return {
    firstName: name('firstName', 'first name', person.firstName),
    lastName: name('lastName', 'last name', person.lastName),
    email: email(person.email),
    dateOfBirth: dateOfBirth(person.dateOfBirth, today),
    profileImage: profileImage(person.profileImage ?? null),
    ...payroll(person),
  };
}

/** Names the field, so that a form can mark it. */
function invalid(
  field: Field,
  code: 'malformed' | 'missing' | 'too-long' | 'in-future',
  message: string,
): AppError {
  return new AppError('invalid-values', message, {
    errors: [{ in: 'body', pointer: `/${field}`, code, message }],
  });
}

function name(field: Field, which: string, given: string): string {
  const value = cleanName(given);
  if (value === '') throw invalid(field, 'missing', `The ${which} must not be empty.`);
  return line(field, which, value, MAX_NAME_LENGTH);
}

/** A printable text in one line. */
function line(field: Field, which: string, value: string, maxLength: number): string {
  if (value.length > maxLength)
    throw invalid(field, 'too-long', `The ${which} must not be longer than ${maxLength} characters.`);
  if (!isPrintable(value))
    throw invalid(field, 'malformed', `The ${which} must not contain control characters.`);
  return value;
}

function email(given: string): string {
  const value = cleanName(given);
  if (!isPlausibleEmail(value))
    throw invalid('email', 'malformed', 'The e-mail address must look like name@example.com.');
  return value;
}

function dateOfBirth(value: string, today: string): string {
  if (!isCalendarDate(value))
    throw invalid(
      'dateOfBirth',
      'malformed',
      'The date of birth must be a day that exists, written as YYYY-MM-DD.',
    );
  if (value > today)
    throw invalid('dateOfBirth', 'in-future', 'The date of birth must not lie in the future.');
  return value;
}

function profileImage(value: string | null): string | null {
  if (value === null) return null;
  if (!isWebAddress(value) || value.length > MAX_WEB_ADDRESS_LENGTH)
    throw invalid(
      'profileImage',
      'malformed',
      'The profile image must be an address that begins with http:// or https://.',
    );
  return value;
}

const NAMES: Record<PayrollField, string> = {
  personnelNumber: 'personnel number',
  costCentre: 'cost centre',
  department: 'department',
  location: 'location',
  legalEntity: 'legal entity',
};

/** A field without a value is null. */
function payroll(person: NewEmployee): Record<PayrollField, string | null> {
  const checked = PAYROLL_FIELDS.map((field) => {
    const value = cleanName(person[field] ?? '');
    return [field, value === '' ? null : line(field, NAMES[field], value, MAX_PAYROLL_TEXT_LENGTH)];
  });
  return Object.fromEntries(checked) as Record<PayrollField, string | null>;
}
