import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { entriesIn } from '../../../test/pure/support/entries-in.ts';
import { rosterLimits } from '../../platform/config/roster-limits.ts';
import { AppError } from '../../platform/errors.ts';
import { EntryLines, hrIdsIn } from './entry-lines.ts';
import { readEntry } from './read-entry.ts';
import { type ReadingRules, RosterReader } from './roster-reader.ts';
import { RosterSplitter } from './split-roster.ts';
import { ValidationErrors } from './validation-errors.ts';
import { RosterWarnings } from './warnings.ts';

const LIMITS = rosterLimits({});
const TODAY = '2026-11-15';
const RULES = { today: TODAY, onInvalid: 'reject' } as const;
const UPLOAD = { companyId: 1, uploadId: 2 };
const EMPLOYEES =
  '"employees":[{"hrId":"1","firstName":"Jörg","lastName":"B","email":"a@b.example","dateOfBirth":"1980-01-01","startDate":"2020-01-01"}]';

/** Reads a body that arrives in these chunks. */
function read(...chunks: Buffer[]) {
  const reader = new RosterReader(LIMITS, RULES);
  for (const chunk of chunks) reader.push(chunk, new EntryLines());
  return reader.end();
}

describe('the place of the syncId in a body', () => {
  const bodies: [string, string][] = [
    ['first', `{"syncId":"night 1",${EMPLOYEES}}`],
    ['last', `{${EMPLOYEES},"syncId":"night 1"}`],
    ['between other fields', `{"a":"ö","syncId":"night 1","b":{"syncId":"x"},${EMPLOYEES}}`],
    ['with white space around it', ` {\n "syncId" \t:\r\n "night 1"  ,\n ${EMPLOYEES} }\n`],
    ['after a byte order mark', `\ufeff{"syncId":"night 1",${EMPLOYEES}}`],
    ['of a syncId with white space around it', `{"syncId":" night 1\u00a0",${EMPLOYEES}}`],
    ['of a syncId with letters beyond ASCII', `{"name":"ß","syncId":"Nächte 木🎫",${EMPLOYEES}}`],
    ['of a syncId with an escape that JSON.stringify writes too', `{"syncId":"a\\"b\\\\c",${EMPLOYEES}}`],
    ['with a key written with an escape', `{"sync\\u0049d":"night 1",${EMPLOYEES}}`],
  ];
  for (const [name, text] of bodies)
    it(`is found ${name}, wherever the body is cut`, () => {
      const body = Buffer.from(text);
      const { syncId, syncIdAt } = read(body);
      assert.ok(syncIdAt !== null);
      const literal = Buffer.from(JSON.stringify(syncId));
      assert.equal(syncId, JSON.parse(text.replace('\ufeff', ''))['syncId']);
      assert.deepEqual(body.subarray(syncIdAt, syncIdAt + literal.length), literal);
      for (let cut = 0; cut <= body.length; cut++)
        assert.equal(read(body.subarray(0, cut), body.subarray(cut)).syncIdAt, syncIdAt, `cut at ${cut}`);
      assert.equal(read(...Array.from(body, (byte) => Buffer.of(byte))).syncIdAt, syncIdAt);
    });

  const others: [string, string, string][] = [
    ['an escape that JSON.stringify does not write', '"night\\u00201"', 'night 1'],
    ['an escaped slash', '"a\\/b"', 'a/b'],
  ];
  for (const [name, literal, expected] of others)
    it(`is not given for ${name}`, () => {
      const { syncId, syncIdAt } = read(Buffer.from(`{"syncId":${literal},${EMPLOYEES}}`));
      assert.deepEqual({ syncId, syncIdAt }, { syncId: expected, syncIdAt: null });
    });

  it('is never asked for where the syncId is refused', () => {
    for (const literal of ['7', 'null', '""', '{"a":1}', '"\\ud800"'])
      assert.throws(() => read(Buffer.from(`{"syncId":${literal},${EMPLOYEES}}`)), {
        code: 'invalid-values',
      });
  });
});

const ORDINARY = {
  hrId: '1',
  firstName: 'Jörg',
  lastName: 'B',
  email: 'a@b.example',
  dateOfBirth: '1980-01-01',
  startDate: '2020-01-01',
};

/** Entries in text: plain ones, others and wrong ones. `n` makes most of them differ. */
const anyEntry = fc
  .record({
    n: fc.nat(5_000),
    more: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      {
        weight: 4,
        arbitrary: fc.constantFrom<object[]>(
          { other: { a: [1] } },
          { lastName: '木\\"' },
          { absences: [{ type: 'sick', startDate: '2026-01-01' }] },
          { terminationDate: '2019-01-01' },
          { email: 'A@B.example' },
          { email: 'a@intranet', lastNam: 'B' },
          { dateOfBirth: '2030-01-01', startDate: '2030-01-02' },
          { dateOfBirth: '1700-01-01', startDate: '1899-12-31' },
          { absences: [{ type: 'sick', startdate: 1, startDate: '2026-01-01' }] },
        ),
      },
      { weight: 1, arbitrary: fc.constantFrom<object[]>({ firstName: '' }, { absences: 7, email: null }) },
    ),
    space: fc.constantFrom(0, 1),
  })
  .map(({ n, more, space }) =>
    JSON.stringify({ ...ORDINARY, hrId: `${n}`, email: `${n}@b.example`, ...more }, null, space),
  );
const brokenEntry = fc.constantFrom('', '7', '{"a":1,"a":1}', '{"a":}', '{"a":1', '"x" "y"', '[['.repeat(6));
const anyEntries = fc.array(
  fc.oneof({ weight: 60, arbitrary: anyEntry }, { weight: 1, arbitrary: brokenEntry }),
  { maxLength: 30 },
);

/** All that the reader says about a body. */
function readAll(body: Buffer, pieceBytes: number, upload?: EntryLines) {
  const lines = new EntryLines();
  const reader = new RosterReader(LIMITS, RULES);
  try {
    for (let at = 0; at < body.length; at += pieceBytes)
      reader.push(body.subarray(at, at + pieceBytes), upload ?? lines);
    const roster = reader.end();
    reader.confirmRepetitions(hrIdsIn(lines.text()));
    reader.refuseIfWrong();
    return { roster, entries: entriesIn(lines.text()) };
  } catch (error) {
    assert(error instanceof AppError);
    return { code: error.code, message: error.message, details: error.details };
  }
}

/** The same without a splitter and without plain entries. */
function readAtOnce(body: Buffer) {
  const { employees } = JSON.parse(body.toString('utf8')) as { employees: unknown[] };
  const notes = new ValidationErrors();
  const warnings = new RosterWarnings(TODAY);
  const entries = employees.map((value, position) =>
    readEntry(value, position, {
      notes,
      unknownFields: warnings.unknownFields,
      absenceTypes: warnings.absenceTypes,
    }),
  );
  for (const entry of entries) warnings.look(entry);
  return { isRefused: notes.count > 0, entries, warnings: warnings.list() };
}

describe('reading a roster', () => {
  it('says the same however the body is cut, and the same as JSON.parse and readEntry', () => {
    const count = { accepted: 0, refused: 0, malformed: 0 };
    fc.assert(
      fc.property(anyEntries, fc.integer({ min: 1, max: 600 }), (entries, piece) => {
        const body = Buffer.from(`{"syncId":"s","employees":[${entries.join()}]}`);
        const found = readAll(body, body.length);
        assert.deepEqual(readAll(body, piece), found);
        if (found.code === 'malformed-request') {
          count.malformed++;
          return;
        }
        const { isRefused, entries: expected, warnings } = readAtOnce(body);
        const hrIds = expected.map(({ hrId }) => hrId);
        const isRepeated = new Set(hrIds).size < hrIds.length;
        if (isRefused || isRepeated || expected.length === 0) {
          assert.equal(found.code, 'invalid-values');
          count.refused++;
          return;
        }
        assert.deepEqual(found.entries, expected);
        assert.deepEqual(found.roster?.warnings, warnings);
        const [lines, expectedLines] = [new EntryLines(UPLOAD), new EntryLines(UPLOAD)];
        readAll(body, piece, lines);
        for (const entry of expected) expectedLines.append(entry);
        assert.deepEqual(lines.written().toString('utf8'), expectedLines.written().toString('utf8'));
        count.accepted++;
      }),
      { numRuns: 1_000 },
    );
    for (const [what, times] of Object.entries(count)) assert.ok(times > 20, `${times} were ${what}`);
  });

  it('reports the first of several errors that end the reading, in whatever chunk they are', () => {
    const wrong = '{"syncId":"s","employees":[{"a":1},{"a":1,"a":2},{"b":1} {"c"';
    for (const piece of [1, 10, 1000])
      assert.equal(
        readAll(Buffer.from(wrong), piece).message,
        'A field of entry 1 of employees is given twice.',
      );
  });

  it('keeps no more entries once the roster is refused', () => {
    const reader = new RosterReader(LIMITS, RULES);
    const [plain, wrong] = [JSON.stringify(ORDINARY), JSON.stringify({ ...ORDINARY, hrId: '' })];
    const lines = new EntryLines();
    reader.push(Buffer.from(`{"syncId":"s","employees":[${plain},`), lines);
    assert.equal(lines.count, 1);
    reader.push(Buffer.from(`${wrong},${plain},`), lines);
    assert.deepEqual([reader.isRefused, lines.count], [true, 1]);
  });

  const misspell = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, index) => {
      const { firstName, dateOfBirth, ...others } = ORDINARY;
      return JSON.stringify({
        ...others,
        hrId: `M-${index}`,
        first_name: firstName,
        'date of birth': dateOfBirth,
        ...more,
      });
    });
  const refusalOf = (entries: readonly string[], rules: ReadingRules = RULES) => {
    const reader = new RosterReader(LIMITS, rules);
    reader.push(Buffer.from(`{"syncId":"s","employees":[${entries.join()}]}`), new EntryLines());
    try {
      reader.end();
    } catch (error) {
      if (error instanceof AppError) return error;
    }
    return assert.fail('the roster was accepted');
  };

  it('names a misspelt required field once, with the field that it resembles and the number of entries', () => {
    const { message, details } = refusalOf([...misspell(4_000), JSON.stringify({ ...ORDINARY, email: '' })]);
    assert.equal(
      message,
      '`firstName` is missing: 4000 entries have first_name instead. ' +
        '`dateOfBirth` is missing: 4000 entries have date of birth instead. Nothing of the roster was kept.',
    );
    assert.equal(details.errorCount, 3);
    assert.deepEqual(
      details.errors?.map(({ pointer, code, message: text }) => [pointer, code, text]),
      [
        ['/employees/0/firstName', 'missing', 'is missing: 4000 entries have first_name instead'],
        ['/employees/0/dateOfBirth', 'missing', 'is missing: 4000 entries have date of birth instead'],
        ['/employees/4000/email', 'too-short', 'must not be empty'],
      ],
    );
    assert.equal(details.addsToErrors, true, 'the attempt keeps the sentence');
  });

  it('says so too if too many entries are misspelt to keep them, or their hrId is', () => {
    const keep = { ...RULES, onInvalid: 'keep' } as const;
    assert.match(refusalOf(misspell(50), keep).message, /^50 of 50 entries .*50 entries have first_name/);
    const nameless = refusalOf(misspell(50, { hrId: undefined, hr_id: '7' }), keep);
    assert.match(nameless.message, /^50 of the entries .*`hrId` is missing: 50 entries have hr_id instead\./);
    const plain = Array.from({ length: 99 }, (_, index) =>
      JSON.stringify({ ...ORDINARY, hrId: `P-${index}`, email: `p${index}@b.example` }),
    );
    const reader = new RosterReader(LIMITS, keep);
    reader.push(
      Buffer.from(`{"syncId":"s","employees":[${[...plain, ...misspell(2)].join()}]}`),
      new EntryLines(),
    );
    assert.equal(reader.end().warnings[0]?.errors?.length, 4, 'kept entries have all their errors');
  });

  it('still finds the plain entries among many others', () => {
    const other = JSON.stringify({ ...ORDINARY, other: 1 });
    const plain = JSON.stringify(ORDINARY);
    const entries = [...Array(100).fill(other), ...Array(100).fill(plain), other, plain];
    const body = Buffer.from(`{"employees":[${entries.join()}]}`);
    const found = { plain: 0, other: 0 };
    const splitter = new RosterSplitter({
      plainEntry: () => found.plain++,
      otherEntries: (texts) => {
        found.other += texts.entries.length;
      },
      field: () => {},
      employeesOfWrongType: () => {},
    });
    splitter.push(body);
    assert.equal(splitter.end(), entries.length);
    assert.equal(found.plain + found.other, entries.length);
    assert.ok(found.plain >= 85, `${found.plain} were found to be plain`);
  });
});
