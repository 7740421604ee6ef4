import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PAYROLL_FIELDS } from '../../domain/person/payroll-fields.ts';
import { EntryLines } from './entry-lines.ts';
import { parseEntries } from './parse-entries.ts';
import { NOT_PLAIN, PlainEntry } from './plain-entry.ts';
import { readEntry } from './read-entry.ts';
import { ValidationErrors } from './validation-errors.ts';
import { RosterWarnings } from './warnings.ts';

const UPLOAD = { companyId: 12, uploadId: 345 };
const POSITION = 1_000_009;
const TODAY = '2026-11-15';
const lines = new EntryLines(UPLOAD);

const ORDINARY = {
  firstName: 'Jörg',
  lastName: 'Dvořák-Øster',
  email: 'J.Dvorak@Beispiel.example',
  profileImage: null,
  dateOfBirth: '1980-02-29',
  hrId: 'P 00017',
  startDate: '2020-01-01',
  terminationDate: null,
  autoSyncEmployee: null,
  absences: [],
};

/** The line of the entry and where it ends, as the plain reader sees them. Nothing if it is not plain. */
function readPlain(text: Buffer, from = 0) {
  const plain = new PlainEntry();
  const end = plain.read(text, from);
  if (end === NOT_PLAIN) return undefined;
  lines.clear();
  plain.appendTo(lines, POSITION);
  const warnings = new RosterWarnings(TODAY);
  warnings.lookAtPlain(plain, POSITION);
  return {
    end,
    line: lines.written().toString('utf8'),
    warnings: warnings.list(),
    hrId: plain.hrId,
  };
}

/** The same from `JSON.parse` and `readEntry`. Nothing if they refuse it. */
function readSlowly(text: Buffer) {
  const notes = new ValidationErrors();
  const [value] = parseEntries({
    first: POSITION,
    bytes: text,
    entries: [{ from: 0, to: text.length, keys: countKeys(text) }],
  });
  const warnings = new RosterWarnings(TODAY);
  const entry = readEntry(value, POSITION, {
    notes,
    unknownFields: warnings.unknownFields,
    absenceTypes: warnings.absenceTypes,
  });
  if (notes.count > 0) return undefined;
  lines.clear();
  lines.append(entry);
  warnings.look(entry);
  const line = lines.written().toString('utf8');
  return { end: text.length, line, warnings: warnings.list(), hrId: entry.hrId };
}

/** Colons outside of strings. */
const countKeys = (text: Buffer) =>
  text
    .toString('utf8')
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .split(':').length - 1;

describe('an ordinary entry', () => {
  const texts: [string, string][] = [
    ['as it is mostly written', JSON.stringify(ORDINARY)],
    ['over several lines', JSON.stringify(ORDINARY, null, 2)],
    ['with tabs', JSON.stringify(ORDINARY, null, '\t').replaceAll('\n', '\r\n')],
    ['in another order', JSON.stringify(Object.fromEntries(Object.entries(ORDINARY).reverse()))],
    [
      'with as little as there may be',
      '{"hrId":"1","firstName":"A","lastName":"B","email":"a@b.c","dateOfBirth":"0001-01-01","startDate":"9999-12-01"}',
    ],
    [
      'with everything but absences',
      JSON.stringify({
        ...ORDINARY,
        profileImage: 'https://example.com/ä?b=c',
        terminationDate: '2019-12-31',
        autoSyncEmployee: false,
        absences: null,
        legalEntity: 'Beispiel Süd GmbH & Co. KG',
        costCentre: '4711-Ä',
        personnelNumber: '00017',
        department: null,
      }),
    ],
    ['born today', JSON.stringify({ ...ORDINARY, dateOfBirth: TODAY, startDate: TODAY })],
    ['born tomorrow', JSON.stringify({ ...ORDINARY, dateOfBirth: '2026-11-16', startDate: '2026-12-01' })],
    [
      'that began in 1900',
      JSON.stringify({ ...ORDINARY, dateOfBirth: '1880-01-01', startDate: '1900-01-01' }),
    ],
    ['that never ends', JSON.stringify({ ...ORDINARY, terminationDate: '9999-12-31' })],
  ];
  for (const [name, text] of texts)
    it(`${name} is plain`, () => {
      const expected = readSlowly(Buffer.from(text));
      assert.ok(expected);
      assert.deepEqual(readPlain(Buffer.from(text)), expected);
      const among = Buffer.from(`[${text},`);
      assert.deepEqual(readPlain(among, 1), { ...expected, end: among.length - 1 });
    });

  it('is plain only as a whole', () => {
    const text = Buffer.from(JSON.stringify(ORDINARY));
    for (let length = 0; length < text.length; length++)
      assert.equal(readPlain(text.subarray(0, length)), undefined);
  });
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    'Jörg',
    'Łódź',
    'ß木🎫',
    ' x',
    'x ',
    '\u00a0x',
    'x\u3000',
    '\u0085x',
    'a\\b',
    'a"b',
    '\u007f',
    'x'.repeat(201),
  ),
);
const day = fc.oneof(
  fc
    .date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom(
    '2025-02-29',
    '2024-02-29',
    '1900-02-29',
    '2000-02-29',
    '0000-01-01',
    '2025-13-01',
    '2025-1-1',
    '2025/01/01',
    '',
  ),
);
const email = fc.oneof(
  fc.emailAddress(),
  fc.constantFrom('a@b', '@b', 'a@', 'a@b@c', 'a b@c', 'ä@b', 'a@\u007f', 'a@ß', `${'x'.repeat(400)}@y`),
);
const payrollText = fc.oneof(
  text,
  fc.constantFrom('x'.repeat(100), 'x'.repeat(101), 'ö'.repeat(50), 4711, 1.5),
);
const odd = fc.constantFrom<unknown[]>(null, 7, true, '', [], {}, '\ud800');
/** What an entry may have in place of the ordinary, and must not. */
const fields: Record<string, fc.Arbitrary<unknown>> = {
  hrId: text,
  firstName: text,
  lastName: text,
  email,
  dateOfBirth: day,
  startDate: day,
  terminationDate: day,
  profileImage: fc.oneof(
    fc.webUrl(),
    fc.constantFrom('ftp://x', 'http://', 'http://a b', 'https://1.2.3.4.5/', ' http://x'),
  ),
  autoSyncEmployee: fc.boolean(),
  absences: fc.constant([{ type: 'sick', startDate: '2026-01-01' }]),
  ...Object.fromEntries(PAYROLL_FIELDS.map((field) => [field, payrollText])),
  other: fc.jsonValue({ maxDepth: 1 }),
};
const change = fc.oneof(
  ...Object.entries(fields).map(([name, value]) =>
    fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: odd }).map((it) => [name, it]),
  ),
);
const person = fc
  .array(change, { maxLength: 3 })
  .map((changes) => ({ ...ORDINARY, ...Object.fromEntries(changes) }));

describe('whatever is taken for a plain entry', () => {
  it('is what JSON.parse and readEntry make of it', () => {
    let plain = 0;
    fc.assert(
      fc.property(person, fc.constantFrom(0, 1), (value, space) => {
        const text = Buffer.from(JSON.stringify(value, null, space));
        const found = readPlain(text);
        if (!found) return;
        assert.deepEqual(found, readSlowly(text));
        plain++;
      }),
      { numRuns: 5_000 },
    );
    assert.ok(plain > 100, `${plain} were plain`);
  });

  it('is that also when bytes have been changed, left out or repeated', () => {
    const ordinary = Buffer.from(JSON.stringify(ORDINARY));
    let plain = 0;
    fc.assert(
      fc.property(
        fc.nat(ordinary.length - 1),
        fc.nat(3),
        fc.oneof(
          fc.uint8Array({ maxLength: 3 }),
          fc.constantFrom(...'{}[]",: \\nut09Ã©').map((it) => Buffer.from(it)),
        ),
        (at, removed, added) => {
          const text = Buffer.concat([ordinary.subarray(0, at), added, ordinary.subarray(at + removed)]);
          const found = readPlain(text);
          if (!found || found.end !== text.length) return;
          assert.deepEqual(found, readSlowly(text));
          plain++;
        },
      ),
      { numRuns: 5_000 },
    );
    assert.ok(plain > 100, `${plain} were plain`);
  });

  it('has no value that needs a warning of its own', () => {
    for (const other of [
      { email: 'a@b' },
      { email: 'a.b@c' },
      { startDate: '1899-12-31', dateOfBirth: '1880-01-01' },
      { dateOfBirth: '2020-01-02' },
    ])
      assert.equal(readPlain(Buffer.from(JSON.stringify({ ...ORDINARY, ...other }))), undefined);
  });

  it('has no field twice, none that is unknown, and none that is written with escapes', () => {
    const plain = JSON.stringify(ORDINARY);
    for (const text of [
      plain.replace('{', '{"hrId":"x",'),
      plain.replace('{', '{"other":1,'),
      plain.replace('"hrId"', '"hr\\u0049d"'),
      plain.replace('"P 00017"', '"P\\u002000017"'),
    ])
      assert.equal(readPlain(Buffer.from(text)), undefined, text);
  });
});
