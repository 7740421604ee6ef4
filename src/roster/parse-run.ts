import { AppError } from '../errors.ts';
import { notAnEntry, parseJson, type RosterRun, RosterSplitter } from './split-roster.ts';

const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')];

/** The values of a run of entries, sure that none of them has a key twice. */
export function parseRun(run: RosterRun): unknown[] {
  const values = parseTogether(run.text);
  if (values?.length === run.count && countWithin(values) === run.keys) return values;
  return parseOneByOne(run);
}

function parseTogether(text: Buffer): unknown[] | undefined {
  try {
    return JSON.parse(Buffer.concat([OPEN, text, CLOSE]).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Something is wrong with one of them: the answer says with which. */
function parseOneByOne({ text, first, count }: RosterRun): unknown[] {
  const values: unknown[] = [];
  const splitter = new RosterSplitter({
    entries: (single) => {
      const position = first + values.length;
      const value = parseJson(single.text, () => notAnEntry(position));
      if (isTree(value) && countWithin(value) !== single.keys)
        throw new AppError('malformed-request', `A field of entry ${position} of employees is given twice.`);
      values.push(value);
    },
    plainEnd: () => -1,
    plain: () => {},
    field: () => {},
    employeesOfWrongType: () => {},
  });
  splitter.push(Buffer.from('{"employees":['));
  // A byte at a time, so that every entry comes by itself.
  for (let at = 0; at < text.length; at++) splitter.push(text.subarray(at, at + 1));
  splitter.push(Buffer.from(']}'));
  if (splitter.end() !== count) throw new Error('a run of entries was counted differently');
  return values;
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** `JSON.parse` keeps the last of two fields with one name; that some are gone shows in their number. */
function countWithin(value: object): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (isTree(item)) count += countWithin(item);
    return count;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    count++;
    const item = fields[name];
    if (isTree(item)) count += countWithin(item);
  }
  return count;
}
