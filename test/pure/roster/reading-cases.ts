import { PAYROLL_FIELDS } from '../../../src/domain/person/payroll-fields.ts';
import { ROSTER_SIZES } from '../../../src/platform/limits.ts';

/** A roster whose reading result is kept in the snapshot. */
interface ReadingCase {
  name: string;
  body: Buffer;
  /** The same roster with an entry that is not plain because its first key is written with an escape. */
  notPlain?: Buffer;
}

const ORDINARY = {
  hrId: 'P 00017',
  firstName: 'Jörg',
  lastName: 'Dvořák-Øster',
  email: 'J.Dvorak@Beispiel.example',
  dateOfBirth: '1980-02-29',
  startDate: '2020-01-01',
};

const ABSENCE = { type: 'parental', startDate: '2026-01-01' };

const roster = (...entries: string[]) => `{"syncId":"s","employees":[${entries.join(',')}]}`;

function ofBody(name: string, body: string | Buffer): ReadingCase {
  return { name, body: Buffer.from(body) };
}

function ofEntry(name: string, entry: object): ReadingCase {
  const text = JSON.stringify(entry);
  const notPlain = Buffer.from(roster(text.replace(/^{"(.)/, (_, letter) => `{"${escaped(letter)}`)));
  return { ...ofBody(`entry: ${name}`, roster(text)), notPlain };
}

const escaped = (letter: string) => `\\u00${letter.charCodeAt(0).toString(16)}`;

function ofEntries(name: string, ...entries: object[]): ReadingCase {
  return ofBody(
    `roster: ${name}`,
    roster(...entries.map((entry) => JSON.stringify({ ...ORDINARY, ...entry }))),
  );
}

/** Distinct and short enough for a name. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 40)}… of ${text.length}` : text;
}

const TEXTS = [
  undefined,
  null,
  7,
  true,
  [],
  {},
  '',
  ' ',
  '\u00a0\ufeff\u3000',
  'x',
  ' x ',
  '\u00a0x\u2003',
  'x\u200b',
  'a  b',
  'Łódź',
  'ß木🎫',
  'u\u0308',
  'À÷ÿ',
  '\u00b7',
  'ﬁ',
  '\u202eabc',
  'a"b',
  'a\\b',
  '\\N',
  'a/b',
  'a\tb',
  'a\nb',
  '\u0000',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ud800',
  '\udc00\ud800',
  'x'.repeat(200),
  'x'.repeat(201),
  'ö'.repeat(101),
  'ö'.repeat(200),
  'ö'.repeat(201),
  '🎫'.repeat(100),
  '🎫'.repeat(101),
  ` ${'x'.repeat(200)} `,
  'ab\u061cc',
  'a\u200fb\u2066c\u2069',
  '\u200e',
  'ع',
];

const DAYS = [
  undefined,
  null,
  20250101,
  ['2025-01-01'],
  '',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-02-28',
  '1900-02-29',
  '2000-02-29',
  '2023-02-29',
  '2024-02-29',
  '2024-04-31',
  '2024-12-31',
  '2025-00-10',
  '2025-01-00',
  '2025-13-01',
  '2025-1-1',
  '25-01-01',
  '02025-01-01',
  '2025/01/01',
  ' 2025-01-01',
  '2025-01-01 ',
  '2025-01-01T00:00:00Z',
  '２０２５-01-01',
  '9999-11-30',
  '9999-12-01',
  '9999-12-02',
  '9999-12-31',
];

const EMAILS = [
  undefined,
  null,
  7,
  '',
  'nobody',
  '@',
  'a@',
  '@b',
  'a@b',
  ' A@B ',
  'a@b@c',
  'a b@c',
  'a@b c',
  'a@\u00a0b',
  'ä@b.example',
  'a@münchen.example',
  '木@例.example',
  'a\\b@c',
  '"a b"@c',
  '"a"@c',
  'a@b\u0000',
  'a@b\u0085',
  'a@\ud800',
  `${'x'.repeat(318)}@y`,
  `${'x'.repeat(319)}@y`,
  `${'ö'.repeat(318)}@y`,
];

const IMAGES = [
  null,
  7,
  '',
  ' ',
  'https://example.com',
  'HTTP://EXAMPLE.COM/a b',
  'http://x',
  ' http://x ',
  'https://example.com/ä?b=c#d',
  'https://example.com/a\\b',
  'https://',
  'http:/x',
  'ftp://x',
  '//x',
  'javascript:alert(1)',
  'https://1.2.3.4.5/',
  'https://[::1]/',
  'https://[::1/',
  'https://a\u0000',
  'https://a\ud800',
  `https://e.example/${'x'.repeat(1982)}`,
  `https://e.example/${'x'.repeat(1983)}`,
];

const BOOLEANS = [null, true, false, 0, 1, 'true', '', [], {}];

const ABSENCES: unknown[] = [
  null,
  [],
  {},
  'none',
  7,
  [null],
  ['x'],
  [[]],
  [{}],
  [ABSENCE],
  [ABSENCE, ABSENCE],
  [
    { ...ABSENCE, type: 'b', startDate: '2026-02-01' },
    { ...ABSENCE, type: 'b' },
    { ...ABSENCE, type: 'a' },
  ],
  [{ ...ABSENCE, endDate: null, status: null, paid: null, id: null, halfDayStart: null, halfDayEnd: null }],
  [
    {
      halfDayEnd: true,
      halfDayStart: true,
      id: 'A-1',
      paid: false,
      status: 'declined',
      endDate: '2026-01-01',
      startDate: '2026-01-01',
      type: ' Elternzeit ',
    },
  ],
  [{ ...ABSENCE, reason: 'secret', from: { a: 1 } }],
  [{ ...ABSENCE, endDate: '2025-12-31' }],
  [ABSENCE, { ...ABSENCE, type: '' }, ABSENCE, { startDate: 'x', status: 'y' }],
  ...DAYS.map((startDate) => [{ ...ABSENCE, startDate }]),
  ...DAYS.map((endDate) => [{ type: 'x', startDate: '0001-01-01', endDate }]),
  ...[...TEXTS, 'x'.repeat(100), 'x'.repeat(101)].map((type) => [{ ...ABSENCE, type }]),
  ...['approved', 'requested', 'declined', 'cancelled', 'Approved', '', 1].map((status) => [
    { ...ABSENCE, status },
  ]),
  ...[0, -1, 1.5, 2 ** 53 - 1, 2 ** 53, 1e300, '7', ' 7 ', '', true, [], 'x'.repeat(201)].map((id) => [
    { ...ABSENCE, id },
  ]),
  ...['paid', 'halfDayStart', 'halfDayEnd'].flatMap((field) =>
    BOOLEANS.map((value) => [{ ...ABSENCE, [field]: value }]),
  ),
  Array.from({ length: 1001 }, () => ABSENCE),
];

const PAYROLL_TEXTS = [
  ...[
    undefined,
    null,
    7,
    0.5,
    2 ** 53,
    true,
    [],
    {},
    '',
    ' ',
    ' x ',
    'Łódź',
    'ß木🎫',
    'a"b',
    'a\\b',
    '\\N',
    'a\tb',
  ],
  ...['\ud800', '\u202eabc', '\u200e', 'x'.repeat(100), 'x'.repeat(101), 'ö'.repeat(100), '🎫'.repeat(51)],
];

const FIELDS: Record<string, readonly unknown[]> = {
  hrId: TEXTS,
  firstName: TEXTS,
  lastName: TEXTS,
  email: EMAILS,
  dateOfBirth: DAYS,
  startDate: DAYS,
  terminationDate: DAYS,
  profileImage: IMAGES,
  autoSyncEmployee: BOOLEANS,
  absences: ABSENCES,
  ...Object.fromEntries(PAYROLL_FIELDS.map((field) => [field, PAYROLL_TEXTS])),
  team: [null, 'Sales', 7, [[{ a: 1 }]]],
};

/** Fields that the service does not know. */
const UNKNOWN: Record<string, object> = {
  'a misspelt field': { terminatonDate: '2026-12-31' },
  'a field in other letters': { termination_date: '2026-12-31', LASTNAME: 'x' },
  'a field of an absence': { type: 'parental' },
  'misspelt fields of absences': {
    absences: [
      { ...ABSENCE, endDatum: '2026-02-01' },
      { ...ABSENCE, endate: '2026-02-01', endDatum: null },
    ],
  },
  'a long name': { ['x'.repeat(101)]: 1 },
  'a name of the greatest length shown': { ['x'.repeat(100)]: 1 },
  'names with odd characters': {
    'a\u0000b': 1,
    '\ud800': 2,
    'a\nb': 3,
    '': 4,
    __proto__x: 5,
    constructor: 6,
  },
  'thirty names, the last one misspelt': Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [at === 29 ? 'startDat' : `column ${at}`, at]),
  ),
  'more names than are counted': Object.fromEntries(
    Array.from({ length: 201 }, (_, at) => [at === 200 ? 'startDat' : `column ${at}`, at]),
  ),
};

/** Dates and addresses that are possible but probably wrong. */
const IMPLAUSIBLE: object[] = [
  { dateOfBirth: '2026-11-15', startDate: '2026-11-15' },
  { dateOfBirth: '2026-11-16', startDate: '2026-12-01' },
  { dateOfBirth: '2020-01-02' },
  { dateOfBirth: '2020-01-01' },
  { startDate: '1900-01-01', dateOfBirth: '1880-01-01' },
  { startDate: '1899-12-31', dateOfBirth: '1880-01-01' },
  { email: 'first.last@intranet' },
  { email: 'x@y.' },
  { email: 'x@intranet', startDate: '1899-12-31', dateOfBirth: '1900-01-01', terminationDate: '1899-12-30' },
];

const PERIODS = [
  ['2020-01-01', '2019-12-31'],
  ['2020-01-01', '2020-01-01'],
  ['9999-12-31', '2020-01-01'],
  ['9999-12-31', '9999-12-31'],
  ['9999-12-01', '9999-11-30'],
  ['0001-01-01', '0001-01-01'],
];

const PLAIN = JSON.stringify(ORDINARY);

/** Ways to write an entry. */
const SPELLINGS: [string, string][] = [
  ['over several lines', JSON.stringify(ORDINARY, null, 2)],
  ['with tabs', JSON.stringify(ORDINARY, null, '\t').replaceAll('\n', '\r\n')],
  ['with white space around it', ` \r\n\t${PLAIN} `],
  ['in another order', JSON.stringify(Object.fromEntries(Object.entries(ORDINARY).reverse()))],
  ['with escapes in a value', PLAIN.replace('Jörg', 'J\\u00f6\\/rg')],
  ['with an escape in a key', PLAIN.replace('"hrId"', '"hr\\u0049d"')],
  ['with an escaped half of a surrogate pair', PLAIN.replace('Jörg', '\\ud83c')],
  ['with an escaped surrogate pair', PLAIN.replace('Jörg', '\\ud83c\\udfab')],
  ['with keys in another case', PLAIN.replace('hrId', 'HRID')],
  ['with a key twice', PLAIN.replace('{', '{"hrId":"x",')],
  ['with a key twice in another spelling', PLAIN.replace('{', '{"hr\\u0049d":"x",')],
  ['with an unknown key twice', PLAIN.replace('{', '{"a":1,"a":1,')],
  ['with a nested key twice', PLAIN.replace('{', '{"a":[{"b":1,"b":1}],')],
  ['with __proto__', PLAIN.replace('{', '{"__proto__":{"hrId":"x"},')],
  ['with only __proto__', `{"__proto__":${PLAIN}}`],
  ['with a control character in a string', PLAIN.replace('Jörg', 'J\trg')],
  ['with a trailing comma', PLAIN.replace('}', ',}')],
  ['with single quotes', PLAIN.replaceAll('"', "'")],
  ['that is cut off', PLAIN.slice(0, -1)],
  ['with the wrong bracket', PLAIN.replace('}', ']')],
  ['with ten levels of nesting', PLAIN.replace('{', `{"a":${'['.repeat(7)}${']'.repeat(7)},`)],
  ['with eleven levels of nesting', PLAIN.replace('{', `{"a":${'['.repeat(8)}${']'.repeat(8)},`)],
  [
    'as long as it may be',
    PLAIN.replace('{', `{${' '.repeat(ROSTER_SIZES.entryBytes - Buffer.byteLength(PLAIN))}`),
  ],
  [
    'a byte too long',
    PLAIN.replace('{', `{${' '.repeat(ROSTER_SIZES.entryBytes - Buffer.byteLength(PLAIN) + 1)}`),
  ],
  ...['', 'null', 'true', '4711', '1e999', '-0', '01', '"x"', '[]', '{}', 'nope', '1 2'].map(
    (text): [string, string] => [`that is ${text || 'empty'}`, text],
  ),
];

const SYNC_IDS = [
  '7',
  'null',
  '""',
  '" "',
  '"."',
  '".."',
  '" .. "',
  '" a "',
  '"a\\u0062"',
  '"a\\/b"',
  '"ä木🎫"',
]
  .concat(['"a\\"b"', '"a\\tb"', '"\\ud800"', `"${'x'.repeat(200)}"`, `"${'x'.repeat(201)}"`, '{"a":1}'])
  .concat(['[]', 'nope', `"${'x'.repeat(65_535)}"`]);

const OTHER = JSON.stringify({ ...ORDINARY, hrId: '2', email: 'b@c' });

/** Whole bodies. */
const BODIES: [string, string | Buffer][] = [
  ['nothing but white space', ' \n'],
  ['an array', '[]'],
  ['an empty object', '{}'],
  ['no employees', '{"syncId":"s"}'],
  ['no syncId', `{"employees":[${PLAIN}]}`],
  ...['[]', '[ ]', 'null', '{}', '"x"', '7', 'nope'].map((value): [string, string] => [
    `employees that are ${value}`,
    `{"syncId":"s","employees":${value}}`,
  ]),
  ['two entries', roster(PLAIN, OTHER)],
  ['the syncId last', `{"employees":[${PLAIN}],"syncId":"s"}`],
  ['the syncId between', `{"a":1,"syncId":"s","employees":[${PLAIN}]}`],
  ['64 KiB of white space', `{"syncId":"s",${' '.repeat(65_536)}"employees":[${PLAIN}]}`],
  ['more than 64 KiB of white space', `{"syncId":"s",${' '.repeat(65_537)}"employees":[${PLAIN}]}`],
  ['white space everywhere', ` {\n"syncId"\t:\r"s" , "employees" : [ ${PLAIN} , ${OTHER} ] } \n`],
  ['a byte order mark', `\ufeff${roster(PLAIN)}`],
  ['two byte order marks', `\ufeff\ufeff${roster(PLAIN)}`],
  ['keys written with escapes', `{"sync\\u0049d":"s","\\u0065mployees":[${PLAIN}]}`],
  [
    'misspelt fields around the entries',
    `{"employes":[],"synId":"x","syncId":"s","employees":[${PLAIN}],"version":2}`,
  ],
  [
    'the hrId after a wrong field',
    `{"syncId":"s","employees":[{"firstName":"",${PLAIN.slice(1).replace('"firstName":"Jörg",', '')}]}`,
  ],
  [
    'unknown fields',
    `{"a":{"syncId":"x"},"employees":[${PLAIN}],"b":[[1]],"syncId":"s","__proto__":{"a":1}}`,
  ],
  ['a field twice', `{"syncId":"s","syncId":"s","employees":[${PLAIN}]}`],
  ['employees twice', `{"syncId":"s","employees":[${PLAIN}],"employees":[]}`],
  [
    'a hundred and one fields',
    `{${Array.from({ length: 100 }, (_, at) => `"${at}":0`).join()},"employees":[${PLAIN}]}`,
  ],
  ['a trailing comma', `{"syncId":"s","employees":[${PLAIN}],}`],
  ['a trailing comma among the entries', `{"syncId":"s","employees":[${PLAIN},]}`],
  ['a missing comma among the entries', `{"syncId":"s","employees":[${PLAIN} ${OTHER}]}`],
  ['an entry missing between two', `{"syncId":"s","employees":[${PLAIN},,${OTHER}]}`],
  ['a body that is cut off', roster(PLAIN).slice(0, -1)],
  ['something after the body', `${roster(PLAIN)} x`],
  ['bytes that are not UTF-8 in an entry', spoiled(roster(PLAIN), 'Øster', 0xff)],
  ['half of a character in an entry', spoiled(roster(PLAIN), 'Øster', 0xc3)],
  ['an overlong spelling in an entry', spoiled(roster(PLAIN), 'Øster', 0xc0, 0x80)],
  ['a surrogate in UTF-8 in an entry', spoiled(roster(PLAIN), 'Øster', 0xed, 0xa0, 0x80)],
  ['bytes that are not UTF-8 in the syncId', spoiled(roster(PLAIN), 's"', 0xff)],
  ['bytes that are not UTF-8 between the entries', spoiled(roster(PLAIN, OTHER), ',{', 0xff)],
];

const ROSTERS: [string, ...object[]][] = [
  ['unknown fields in several entries', { hrId: '1', dept: 1 }, { hrId: '2' }, { hrId: '3', dept: 2 }],
  [
    'one invalid entry in three',
    { hrId: '1', firstName: '' },
    { hrId: '2', email: 'b@b.example' },
    { hrId: '3', email: 'c@b.example', lastNme: 'x' },
  ],
  ['one invalid entry in two', { hrId: '1', firstName: '' }, { hrId: '2' }],
  [
    'an invalid entry without a valid e-mail address',
    { hrId: ' back\\slash ', email: 'nobody', lastNme: 'x' },
    { hrId: '2', email: 'b@b.example' },
    { hrId: '3', email: 'c@b.example' },
  ],
  ['an invalid entry without a valid hrId', { hrId: '' }, { hrId: '2' }, { hrId: '3' }],
  ['an invalid entry with the hrId of another', { hrId: '2', firstName: '' }, { hrId: '2' }, { hrId: '3' }],
  [
    'an invalid entry with many errors',
    { hrId: '1', absences: Array.from({ length: 20 }, () => ({})) },
    { hrId: '2', email: 'b@b.example' },
    { hrId: '3', email: 'c@b.example' },
  ],
  ...[9, 10].map((invalid): [string, ...object[]] => [
    `${invalid} invalid entries in 30`,
    ...Array.from({ length: 30 }, (_, at) => ({
      hrId: `${at}`,
      email: `${at}@b.example`,
      ...(at % 3 === 0 && at < invalid * 3 && { dateOfBirth: '2025-02-30' }),
    })),
  ]),
  ...[10, 11].map((invalid): [string, ...object[]] => [
    `${invalid} invalid entries in 200`,
    ...Array.from({ length: 200 }, (_, at) => ({
      hrId: `${at}`,
      email: `${at}@b.example`,
      ...(at < invalid && { startDate: null }),
    })),
  ]),
  [
    'a mistake before the hrId',
    { firstName: '', hrId: undefined, lastName: 'x' },
    { hrId: undefined, email: 'nobody', z: 1 },
    { hrId: ' 7 ', email: 'nobody', absences: [{}] },
  ],
  ['the same hrId twice', {}, { email: 'b@c' }],
  ['the same hrId three times, once not plain', {}, { absences: [ABSENCE] }, { hrId: ' P 00017' }],
  ['hrIds that differ in case', { hrId: 'a' }, { hrId: 'A' }],
  ['hrIds that differ in their Unicode form', { hrId: 'ü' }, { hrId: 'u\u0308' }],
  ['the same wrong hrId twice', { hrId: '\u0000' }, { hrId: '\u0000' }],
  ['the same e-mail address twice', { hrId: '1' }, { hrId: '2' }, { hrId: '3', email: 'other@b' }],
  ['an e-mail address in two cases', { hrId: '1', email: 'A@b' }, { hrId: '2', email: 'a@B' }],
  ['an e-mail address in two widths', { hrId: '1', email: 'ａ@b' }, { hrId: '2', email: 'A@b' }],
  [
    'an e-mail address in two Unicode forms',
    { hrId: '1', email: 'Ü@b' },
    { hrId: '2', email: 'u\u0308@b', absences: [ABSENCE] },
  ],
  [
    'people who never joined',
    { hrId: '1', email: 'a@b', terminationDate: '2019-12-31' },
    { hrId: '2', email: 'b@b', terminationDate: '2019-12-31', absences: [ABSENCE] },
    { hrId: '3', email: 'c@b', terminationDate: '2020-01-01' },
  ],
  [
    'mistakes in several entries',
    { hrId: '1', firstName: '' },
    { hrId: '2', email: 'a@b' },
    { hrId: '3', email: 'nobody', startDate: 'x', absences: [{}] },
  ],
  [
    'more mistakes than are shown',
    ...Array.from({ length: 60 }, (_, at) => ({ hrId: `${at}`, email: '', lastName: 1 })),
  ],
  ['more repetitions than are shown', ...Array.from({ length: 110 }, () => ({}))],
];

/** Puts bytes before a text within a body. */
function spoiled(body: string, before: string, ...bytes: number[]): Buffer {
  const at = body.indexOf(before);
  return Buffer.concat([Buffer.from(body.slice(0, at)), Buffer.from(bytes), Buffer.from(body.slice(at))]);
}

/** Valid, odd and wrong rosters. A case may be added at any time; `reading-version.test.ts` adds it to the snapshot. */
export const READING_CASES: readonly ReadingCase[] = [
  ofEntry('ordinary', ORDINARY),
  ...Object.entries(FIELDS).flatMap(([field, values]) =>
    values.map((value, index) =>
      ofEntry(`${field} ${index} ${shown(value)}`, { ...ORDINARY, [field]: value }),
    ),
  ),
  ...PERIODS.map(([startDate, terminationDate]) =>
    ofEntry(`from ${startDate} to ${terminationDate}`, { ...ORDINARY, startDate, terminationDate }),
  ),
  ...Object.entries(UNKNOWN).map(([name, fields]) => ofEntry(`unknown: ${name}`, { ...ORDINARY, ...fields })),
  ...IMPLAUSIBLE.map((fields) => ofEntry(`implausible: ${shown(fields)}`, { ...ORDINARY, ...fields })),
  ...SPELLINGS.map(([name, text]) => ofBody(`entry ${name}`, roster(text))),
  ...SYNC_IDS.map((value) => ofBody(`syncId ${shown(value)}`, `{"syncId":${value},"employees":[${PLAIN}]}`)),
  ...BODIES.map(([name, body]) => ofBody(`body: ${name}`, body)),
  ...ROSTERS.map(([name, ...entries]) => ofEntries(name, ...entries)),
];
