import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { entriesIn } from '../../../test/pure/support/entries-in.ts';
import { EntryLines } from './entry-lines.ts';
import { parseEntries } from './parse-entries.ts';
import { RosterSplitter } from './split-roster.ts';

interface Split {
  fields: Record<string, unknown>;
  entries: unknown[];
  keys: number;
  wrongType: boolean;
}

/** Splits a body that arrives in pieces of that many bytes. */
function split(body: string | Buffer, pieceBytes = 1_000_000): Split {
  const result: Split = { fields: Object.create(null), entries: [], keys: 0, wrongType: false };
  const bytes = Buffer.from(body);
  const splitter = new RosterSplitter({
    plainEntry: (entry, position) => {
      assert.equal(position, result.entries.length);
      const lines = new EntryLines();
      entry.appendTo(lines, position);
      result.entries.push(...entriesIn(lines.text()));
    },
    otherEntries: (texts) => {
      assert.equal(texts.first, result.entries.length);
      result.entries.push(...parseEntries(texts));
      for (const { keys } of texts.entries) result.keys += keys;
    },
    field: ({ name, value, text, at }) => {
      result.fields[name] = value;
      assert.deepEqual(bytes.subarray(at, at + text.length), text);
    },
    employeesOfWrongType: () => {
      result.wrongType = true;
    },
  });
  for (let at = 0; at < bytes.length; at += pieceBytes) splitter.push(bytes.subarray(at, at + pieceBytes));
  assert.equal(splitter.end(), result.entries.length);
  return result;
}

function countKeys(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countKeys(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + countKeys(item), Object.keys(value).length);
}

describe('splitting a roster', () => {
  it('finds the same as JSON.parse does, however the body is cut into pieces', () => {
    const body = fc.record(
      {
        syncId: fc.string({ unit: 'grapheme' }),
        employees: fc.array(fc.jsonValue({ maxDepth: 5 }), { maxLength: 8 }),
        other: fc.jsonValue({ maxDepth: 4 }),
      },
      { requiredKeys: ['employees'] },
    );
    fc.assert(
      fc.property(body, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2), (value, piece, space) => {
        const parsed = JSON.parse(JSON.stringify(value));
        const found = split(JSON.stringify(value, null, space), piece);
        assert.deepEqual(found.entries, parsed.employees);
        assert.deepEqual({ ...found.fields, employees: found.entries }, parsed);
        assert.equal(found.keys, countKeys(parsed.employees));
      }),
      { numRuns: 500 },
    );
  });

  it('takes syncId before or after the employees', () => {
    assert.equal(split('{"syncId":"a","employees":[1]}').fields['syncId'], 'a');
    assert.equal(split('{"employees":[1],"syncId":"a"}').fields['syncId'], 'a');
  });

  it('ignores a byte order mark, and white space around everything', () => {
    for (const piece of [1, 2, 3, 1000]) {
      const { fields, entries } = split(
        '\ufeff \r\n{\t"syncId" : "a" , "employees" :\n[ 1 , {} ] } \n',
        piece,
      );
      assert.deepEqual([fields['syncId'], entries], ['a', [1, {}]]);
    }
  });

  it('takes 64 KiB of white space in a row, as often as it likes, and more within an entry', () => {
    const space = '\r\n\t '.repeat(16_384);
    const inside = ' '.repeat(200_000);
    for (const piece of [1, 1000, 65_536, 1_000_000]) {
      const { entries } = split(
        `${space}{${space}"employees"${space}:${space}[${space}1${space},{${inside}}${space}]${space}}${space}`,
        piece,
      );
      assert.deepEqual(entries, [1, {}]);
    }
  });

  it('knows a key by what it means, not by how it is written', () => {
    const { fields, entries } = split('{"\\u0065mployees":[1],"sync\\u0049d":"a","__proto__":{"b":1}}');
    assert.deepEqual([fields['syncId'], entries], ['a', [1]]);
  });

  it('takes any number JSON allows, and no other', () => {
    for (const number of ['-0', '1e400', '1E+2', '0.5e-7', '9'.repeat(400)])
      assert.equal(split(`{"employees":[${number}]}`).entries.length, 1);
    for (const number of ['01', '+1', '.5', '1.', '1e', '0x1', 'NaN', '-'])
      assert.throws(() => split(`{"employees":[${number}]}`), /not valid JSON/);
  });

  it('refuses a key that is given twice in an entry', () => {
    for (const text of ['{"a":1,"a":2}', '{"a":{"b":1,"c":[{"d":1,"\\u0064":1}]}}'])
      for (const piece of [1, 1000])
        assert.throws(
          () => split(`{"employees":[{"a":1},${text},1]}`, piece),
          /A field of entry 1 of employees is given twice/,
        );
    assert.equal(split('{"employees":[{"a:b":"c:d"}]}').keys, 1);
  });

  it('tells employees that are no array', () => {
    for (const value of ['null', '{}', '"x"', '1', 'true']) assert(split(`{"employees":${value}}`).wrongType);
  });

  const refused: [string, string | Buffer, RegExp][] = [
    ['nothing at all', '', /ends before/],
    ['white space', '  \n', /ends before/],
    ['an array', '[]', /must be a JSON object/],
    ['a string', '"x"', /must be a JSON object/],
    ['a body that is cut off', '{"syncId":"a","employees":[{"a":1},', /ends before/],
    ['a body that is cut off inside an entry', '{"employees":[{"a":1', /ends before/],
    ['a second value', '{"employees":[]} {}', /follows the JSON object/],
    ['a field given twice', '{"syncId":"a","syncId":"b","employees":[]}', /given twice/],
    ['a field given twice in another spelling', '{"syncId":"a","sync\\u0049d":"b"}', /given twice/],
    ['employees given twice', '{"employees":[],"employees":[]}', /given twice/],
    ['a trailing comma', '{"employees":[],}', /not valid JSON/],
    ['a trailing comma among the entries', '{"employees":[1,]}', /Entry 1 of employees is not valid JSON/],
    ['nothing where an entry should be', '{"employees":[1,,2]}', /Entry 1 of employees is not valid JSON/],
    ['a missing comma', '{"employees":[1 2]}', /not valid JSON/],
    ['a key without quotes', '{employees:[]}', /not valid JSON/],
    ['a value that is none', '{"syncId":nope}', /not valid JSON/],
    [
      'bytes that are not UTF-8',
      Buffer.from('7b226122 3a22ff227d'.replace(/ /g, ''), 'hex'),
      /not valid UTF-8/,
    ],
    ['nesting that goes too deep', `{"employees":[${'['.repeat(9)}${']'.repeat(9)}]}`, /nested more than 10/],
    ['an endless field', `{"syncId":"${'x'.repeat(70_000)}"}`, /longer than 65536 bytes/],
    [
      'more fields than anybody would send',
      `{${'x'.repeat(101).replace(/x/g, (_, at) => `"${at}":0,`)}"y":0}`,
      /more than 100 fields/,
    ],
    ['a byte order mark that is cut off', Buffer.from([0xef, 0xbb, 0x7b, 0x7d]), /must be a JSON object/],
    ['a byte order mark after white space', ' \ufeff{}', /must be a JSON object/],
    ['two byte order marks', '\ufeff\ufeff{}', /must be a JSON object/],
    [
      'endless white space',
      `{"employees":[1,${' '.repeat(65_537)}2]}`,
      /more than 65536 bytes of white space/,
    ],
    ['an endless entry', `{"employees":["${'x'.repeat(270_000)}"]}`, /longer than 262144 bytes/],
  ];
  for (const [name, body, message] of refused)
    for (const piece of [1_000_000, 1_000, 7])
      it(`refuses ${name} (in pieces of ${piece} bytes)`, () => {
        assert.throws(() => split(body, piece), { code: 'malformed-request', message });
      });
});
