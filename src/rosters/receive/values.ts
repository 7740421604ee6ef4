import { isCalendarDate } from '../../domain/calendar/dates.ts';
import { cleanName, isPlausibleEmail, isPrintable, isWebAddress } from '../../domain/person/rules.ts';
import { RosterLocation, ValidationErrors } from './validation-errors.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value that `read` returns, or undefined if it notes an error. */
export function ifValid<Value>(read: (location: RosterLocation) => Value): Value | undefined {
  const notes = new ValidationErrors();
  const value = read(new RosterLocation(notes, () => ''));
  return notes.count === 0 ? value : undefined;
}

/** A missing field and `null` mean the same. */
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** A text that is not empty. White space around it is removed. */
export function requiredText(
  value: unknown,
  maxLength: number,
  location: RosterLocation,
  name: string,
): string {
  return exactText(typeof value === 'string' ? value.trim() : value, maxLength, location, name);
}

/** Like `requiredText`, without marks that change the direction of writing. */
export function requiredName(
  value: unknown,
  maxLength: number,
  location: RosterLocation,
  name: string,
): string {
  return exactText(typeof value === 'string' ? cleanName(value) : value, maxLength, location, name);
}

/** A text that is not blank, exactly as sent. */
export function exactText(value: unknown, maxLength: number, location: RosterLocation, name: string): string {
  if (typeof value === 'string') return checkedText(value, maxLength, location, name);
  if (isAbsent(value)) location.note(name, 'missing', 'is missing');
  else location.note(name, 'wrong-type', 'must be a string');
  return '';
}

function checkedText(text: string, maxLength: number, location: RosterLocation, name: string): string {
  if (text.trim() === '') location.note(name, 'too-short', 'must not be empty');
  else if (text.length > maxLength)
    location.note(name, 'too-long', `must have at most ${maxLength} characters`);
  else if (!isPrintable(text))
    location.note(name, 'malformed', 'must not contain control characters or half of a surrogate pair');
  return text;
}

export function email(value: unknown, maxLength: number, location: RosterLocation, name: string): string {
  const text = requiredName(value, maxLength, location, name);
  if (text !== '' && text.length <= maxLength && !isPlausibleEmail(text) && isPrintable(text))
    location.note(name, 'malformed', 'must look like name@example.com');
  return text;
}

export function requiredDate(value: unknown, location: RosterLocation, name: string): string {
  if (isAbsent(value)) location.note(name, 'missing', 'is missing');
  else return optionalDate(value, location, name) ?? '';
  return '';
}

function optionalDate(value: unknown, location: RosterLocation, name: string): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') location.note(name, 'wrong-type', 'must be a string');
  else if (!isCalendarDate(value))
    location.note(name, 'malformed', 'must be a day that exists, such as 2026-11-01');
  else return value;
  return null;
}

/** Nobody who started before this day is employed today. */
export const EARLIEST_PLAUSIBLE_START = '1900-01-01';

/** HR systems write a day in December 9999 for "never". */
export const NEVER = '9999-12-01';

/** The first day of an employment. Every day that means "never" becomes the same one. */
export function requiredFirstDay(value: unknown, location: RosterLocation, name: string): string {
  const day = requiredDate(value, location, name);
  return day > NEVER ? NEVER : day;
}

/** The last day of an employment or absence, or null if it has no end. */
export function optionalLastDay(value: unknown, location: RosterLocation, name: string): string | null {
  const day = optionalDate(value, location, name);
  return day !== null && day >= NEVER ? null : day;
}

export function optionalBoolean(value: unknown, location: RosterLocation, name: string): boolean | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'boolean') return value;
  location.note(name, 'wrong-type', 'must be true, false or null');
  return null;
}

export function optionalWebAddress(
  value: unknown,
  maxLength: number,
  location: RosterLocation,
  name: string,
): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') location.note(name, 'wrong-type', 'must be a string or null');
  else return checkedWebAddress(value.trim(), maxLength, location, name);
  return null;
}

function checkedWebAddress(text: string, maxLength: number, location: RosterLocation, name: string): string {
  if (text.length > maxLength) location.note(name, 'too-long', `must have at most ${maxLength} characters`);
  else if (!isWebAddress(text))
    location.note(name, 'malformed', 'must be an address that begins with http:// or https://');
  return text;
}

const NONE: readonly unknown[] = [];

export function optionalList(
  value: unknown,
  max: number,
  location: RosterLocation,
  name: string,
): readonly unknown[] {
  if (isAbsent(value)) return NONE;
  if (!Array.isArray(value)) location.note(name, 'wrong-type', 'must be an array or null');
  else if (value.length > max) location.note(name, 'too-many', `must have at most ${max} items`);
  else return value;
  return NONE;
}
