import { isCalendarDate } from '../calendar/dates.ts';
import { isPlausibleEmail } from '../employees/create-employee.ts';
import type { Notes } from './notes.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nothing, or `null`: both mean that there is none. */
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Printable from end to end: no control character, no half of a surrogate pair. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** A text with something in it; white space around it is no part of it. */
export function requiredText(value: unknown, longest: number, notes: Notes, pointer: string): string {
  if (isAbsent(value)) notes.add(pointer, 'missing', 'is missing');
  else if (typeof value !== 'string') notes.add(pointer, 'wrong-type', 'must be a string');
  else return checkedText(value.trim(), longest, notes, pointer);
  return '';
}

function checkedText(text: string, longest: number, notes: Notes, pointer: string): string {
  if (text === '') notes.add(pointer, 'too-short', 'must not be empty');
  else if (text.length > longest) notes.add(pointer, 'too-long', `must have at most ${longest} characters`);
  else if (UNPRINTABLE.test(text))
    notes.add(pointer, 'malformed', 'must not contain control characters or half of a surrogate pair');
  return text;
}

export function email(value: unknown, longest: number, notes: Notes, pointer: string): string {
  const text = requiredText(value, longest, notes, pointer);
  if (text !== '' && text.length <= longest && !isPlausibleEmail(text))
    notes.add(pointer, 'malformed', 'must look like name@example.com');
  return text;
}

export function requiredDate(value: unknown, notes: Notes, pointer: string): string {
  if (isAbsent(value)) notes.add(pointer, 'missing', 'is missing');
  else return optionalDate(value, notes, pointer) ?? '';
  return '';
}

export function optionalDate(value: unknown, notes: Notes, pointer: string): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') notes.add(pointer, 'wrong-type', 'must be a string');
  else if (!isCalendarDate(value))
    notes.add(pointer, 'malformed', 'must be a day that exists, such as 2026-11-01');
  else return value;
  return null;
}

export function optionalBoolean(value: unknown, notes: Notes, pointer: string): boolean | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'boolean') return value;
  notes.add(pointer, 'wrong-type', 'must be true, false or null');
  return null;
}

const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu;

export function optionalWebAddress(
  value: unknown,
  longest: number,
  notes: Notes,
  pointer: string,
): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') notes.add(pointer, 'wrong-type', 'must be a string or null');
  else if (value.length > longest) notes.add(pointer, 'too-long', `must have at most ${longest} characters`);
  else if (!WEB_ADDRESS.test(value) || !URL.canParse(value))
    notes.add(pointer, 'malformed', 'must be an address that begins with http:// or https://');
  else return value;
  return null;
}

export function optionalList(
  value: unknown,
  most: number,
  notes: Notes,
  pointer: string,
): readonly unknown[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) notes.add(pointer, 'wrong-type', 'must be an array or null');
  else if (value.length > most) notes.add(pointer, 'too-many', `must have at most ${most} items`);
  else return value;
  return [];
}
