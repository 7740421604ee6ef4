import { isUtf8 } from 'node:buffer';
import { JSON_LIMITS } from '../../platform/limits.ts';
import { WorkInTurns } from './in-turns.ts';
import { findLongValues, type JsonLimits, type LongValue, type Part } from './json-spans.ts';
import { placeOfByte } from './place-of-byte.ts';
import { unreadable } from './source-error.ts';

interface Answer {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * The JSON of an answer, in UTF-8. A long one is parsed in parts, with turns in between: other people choose its length, and a million
 * empty objects take much more time and memory than their bytes. A field that is given twice is refused, as in a roster that is sent.
 */
export async function parseAnswer(
  { body, headers }: Answer,
  limits: JsonLimits = JSON_LIMITS,
): Promise<unknown> {
  const type = headers['content-type'];
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type ?? '')?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw unreadable(`The answer says that it is in ${charset.slice(0, 40)}, not in UTF-8.`);
  const encoding = headers['content-encoding'];
  if (encoding && encoding !== 'identity')
    throw unreadable(`The answer is compressed (${encoding.slice(0, 20)}), which nobody asked for.`);
  if (body.length === 0) throw unreadable('The answer is empty.');
  if (!isUtf8(body)) throw unreadable(`The answer is not in UTF-8: ${placeOfByte(body)}.`);
  const found = await findLongValues(body, limits);
  const parsing: Parsing = {
    body,
    work: new WorkInTurns(),
    noJson: () => unreadable(`The answer is no JSON; its type is ${type ?? 'not given'}.`),
  };
  if (!found) throw parsing.noJson();
  if (!('parts' in found)) return parsePart(parsing, found);
  // Around it there is white space only.
  parseText(parsing, `${textOf(body, 0, found.from)}""${textOf(body, found.to, body.length)}`);
  return await parseLong(parsing, found);
}

interface Parsing {
  body: Buffer;
  work: WorkInTurns;
  noJson: () => Error;
}

const textOf = (body: Buffer, from: number, to: number) => body.toString('utf8', from, to);

async function parseLong(parsing: Parsing, { isObject, parts }: LongValue): Promise<unknown> {
  const items: unknown[] = [];
  const fields: [string, unknown][] = [];
  for (const part of parts) {
    await parsing.work.next();
    const value = part.long
      ? await parseAround(parsing, isObject, part, part.long)
      : parseMembers(parsing, isObject, part, parts.length === 1);
    if (isObject) fields.push(...Object.entries(value as object));
    else for (const item of value as unknown[]) items.push(item);
  }
  if (!isObject) return items;
  const object = Object.fromEntries(fields);
  if (Object.keys(object).length !== fields.length) throw givenTwice();
  return object;
}

/** A member of which only the value is long. */
async function parseAround(
  parsing: Parsing,
  isObject: boolean,
  { from, to }: Part,
  long: LongValue,
): Promise<unknown> {
  const { body } = parsing;
  const member = `${textOf(body, from, long.from)}""${textOf(body, long.to, to)}`;
  const parsed = parseText(parsing, isObject ? `{${member}}` : `[${member}]`) as object;
  const value = await parseLong(parsing, long);
  const [key, ...others] = Object.keys(parsed);
  if (key === undefined || others.length > 0) throw parsing.noJson();
  return isObject ? Object.fromEntries([[key, value]]) : [value];
}

function parseMembers(parsing: Parsing, isObject: boolean, part: Part, isOnly: boolean): unknown {
  const members = textOf(parsing.body, part.from, part.to);
  const value = parseText(parsing, isObject ? `{${members}}` : `[${members}]`);
  const isEmpty = (isObject ? Object.keys(value as object) : (value as unknown[])).length === 0;
  // Between two commas, or after the last one.
  if (isEmpty && !isOnly) throw parsing.noJson();
  return checked(value, part.keys);
}

const parsePart = (parsing: Parsing, { from, to, keys }: Part) =>
  checked(parseText(parsing, textOf(parsing.body, from, to)), keys);

function parseText({ noJson }: Parsing, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noJson();
  }
}

function checked(value: unknown, keys: number): unknown {
  if (countKeys(value) !== keys) throw givenTwice();
  return value;
}

const givenTwice = () => unreadable('A field of the answer is given twice.');

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += countKeys(item);
  else {
    const fields = value as Readonly<Record<string, unknown>>;
    for (const name in fields) count += 1 + countKeys(fields[name]);
  }
  return count;
}
