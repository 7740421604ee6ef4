import { isUtf8 } from 'node:buffer';
import { entryNotJson, malformed, notJson, notUtf8 } from './body-errors.ts';

/** Elements of `employees` that follow each other, with the commas between them. */
export interface EntryTexts {
  /** The position of the first one in the roster. */
  first: number;
  bytes: Buffer;
  /** By entry: the offset of its first byte, the offset after its last one, and its number of keys, nested ones included. */
  entries: { from: number; to: number; keys: number }[];
}

/**
 * Parses entries, and refuses keys that are given twice: `JSON.parse` would silently keep the last one. All entries are
 * parsed at once, because that is faster. Only if that fails are they parsed one by one, to find the wrong one.
 */
export function parseEntries(texts: EntryTexts): unknown[] {
  const { first, bytes, entries } = texts;
  return (
    parseTogether(texts) ??
    entries.map(({ from, to, keys }, index) => parseEntry(bytes.subarray(from, to), first + index, keys))
  );
}

function parseTogether({ bytes, entries }: EntryTexts): unknown[] | undefined {
  const text = bytes.subarray(entries.at(0)?.from, entries.at(-1)?.to);
  if (!isUtf8(text)) return undefined;
  let values: unknown[];
  try {
    values = JSON.parse(`[${text.toString('utf8')}]`);
  } catch {
    return undefined;
  }
  const keys = entries.reduce((sum, entry) => sum + entry.keys, 0);
  return values.length === entries.length && countKeys(values) === keys ? values : undefined;
}

function parseEntry(text: Buffer, position: number, keys: number): unknown {
  const value = parseJson(text, () => entryNotJson(position));
  if (countKeys(value) !== keys) throw malformed(`A field of entry ${position} of employees is given twice.`);
  return value;
}

/** `JSON.parse` with our error: the built-in message would quote personal data. */
export function parseJson(text: Buffer, error = notJson): unknown {
  if (!isUtf8(text)) throw notUtf8();
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    throw error();
  }
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item);
    return count;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in fields) count += 1 + countKeys(fields[name]);
  return count;
}
