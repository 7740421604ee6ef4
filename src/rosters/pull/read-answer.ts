import { LISTED } from '../../platform/limits.ts';
import { unreadable } from './source-error.ts';

// Reads parsed JSON that a system sent. `place` says where something is, such as `data[3].id`, for the person who looks after the
// source. A message never has a value: values are personal data.

export function objectIn(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(`${place} is no object.`);
  return { ...value };
}

export function listIn(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable(`${place} is no list.`);
  return value;
}

/** A list that is looked through as a whole: fields, types, or what one person has several of. */
export function shortListIn(value: unknown, place: string): readonly unknown[] {
  const list = listIn(value, place);
  requireFew(list.length, place);
  return list;
}

export function requireFew(count: number, place: string): void {
  if (count > LISTED.items) throw unreadable(`${place} has more than ${LISTED.items} items.`);
}

export function countIn(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw unreadable(`${place} is no number of things.`);
  return value;
}

/** A text that has to be there. Systems send some ids as numbers. */
export function textIn(value: unknown, place: string): string {
  const text = optionalTextIn(value, place);
  if (text === null) throw unreadable(`${place} is empty.`);
  return text;
}

/** Null for a value that is not there, and for a text without characters. */
export function optionalTextIn(value: unknown, place: string): string | null {
  if (value === null || value === undefined) return null;
  // A number that JavaScript does not represent exactly would become the id of somebody else.
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  if (typeof value !== 'string') throw unreadable(`${place} is no text.`);
  return value.trim() === '' ? null : value;
}
