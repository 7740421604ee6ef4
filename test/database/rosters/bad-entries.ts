import { type Entry, entry } from '../support/syncing-company.ts';
import { CANARY, type Mistake } from './bad-rosters.ts';

/** An invalid entry with its expected errors. Pointers are relative to the entry. */
export interface BadEntry {
  /** The row of the table in docs/integrating.md that documents the case. */
  line: string;
  text: string;
  mistakes: Mistake[];
}

type Case = [line: string, given: unknown, code: string, message: string];

const UNPRINTABLE = 'must not contain control characters or half of a surrogate pair';
const NO_DAY = 'must be a day that exists, such as 2026-11-01';
const NO_ADDRESS = 'must be an address that begins with http:// or https://';

const REQUIRED = ['hrId', 'firstName', 'lastName', 'email', 'dateOfBirth', 'startDate'] as const;
const TEXTS = { hrId: 200, firstName: 200, lastName: 200, email: 320 } as const;
const DATES = ['dateOfBirth', 'startDate', 'terminationDate'] as const;

let entriesMade = 0;

/** Makes an entry with one invalid field. All other fields are valid and unique. */
function wrong(line: string, field: string, [code, message]: string[], other: object): BadEntry {
  const name = `${CANARY}-${++entriesMade}`;
  const hrId = `Wrong ${entriesMade}`;
  // The number comes last: an error names it wherever it stands in the entry.
  const { hrId: _, ...values } = entry(name, { email: `${name}@example.com` });
  const text = JSON.stringify({ ...values, hrId, ...other });
  const mistake = [field, code ?? '', message ?? ''] as const;
  return { line, text, mistakes: [field === '/hrId' ? mistake : [...mistake, hrId]] };
}

const forField =
  (field: keyof Entry) =>
  ([line, given, code, message]: Case): BadEntry =>
    wrong(line, `/${field}`, [code, message], { [field]: given });

const absences = (pointer: string, [line, given, code, message]: Case): BadEntry =>
  wrong(line, `/absences${pointer}`, [code, message], { absences: given });

const absence = (field: string, [line, given, code, message]: Case): BadEntry =>
  absences(`/0/${field}`, [line, [{ type: CANARY, startDate: '2025-05-01', [field]: given }], code, message]);

function textCases(longest: number): Case[] {
  return [
    ['a required field that is missing or null', null, 'missing', 'is missing'],
    ...[4711, 1e300, true, [CANARY], { a: CANARY }].map(
      (given): Case => ['a text, date or address that is no string', given, 'wrong-type', 'must be a string'],
    ),
    ['an empty text', '', 'too-short', 'must not be empty'],
    ['an empty text', ' \t\n\u00a0\u3000\ufeff', 'too-short', 'must not be empty'],
    [
      'a text that is too long',
      CANARY.padEnd(longest + 1, 'x'),
      'too-long',
      `must have at most ${longest} characters`,
    ],
    ...['\0', '\t', '\n', '\u007f', '\u0085', '\ud800', '\udfff\ud83d'].map(
      (part): Case => [
        'NUL, another control character or half of a surrogate pair in a text',
        `${CANARY}${part}@example.com`,
        'malformed',
        UNPRINTABLE,
      ],
    ),
  ];
}

const dateCases: Case[] = [
  ...[20250101, true, ['2025-01-01']].map(
    (given): Case => ['a text, date or address that is no string', given, 'wrong-type', 'must be a string'],
  ),
  ...[
    '2025-02-30',
    '2025-02-29',
    '1900-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-01-00',
    '2025-04-31',
    '0000-01-01',
    '2025-1-1',
    '25-01-01',
    '02025-01-01',
    '-2025-01-01',
    '2025-01-01T00:00:00Z',
    ' 2025-01-01',
    '2025-01-01\n',
    '01.01.2025',
    '２０２５-01-01',
    'infinity',
    'today',
    '',
    CANARY,
  ].map(
    (given): Case => ['a date that is not written YYYY-MM-DD or does not exist', given, 'malformed', NO_DAY],
  ),
];

const emailCases: Case[] = [CANARY, '@', `${CANARY}@`, `@${CANARY}`, `a@b@${CANARY}`, `a b@${CANARY}`].map(
  (given): Case => [
    'an `email` that does not look like one',
    given,
    'malformed',
    'must look like name@example.com',
  ],
);

const imageCases: Case[] = [
  ...[4711, true, [CANARY]].map(
    (given): Case => [
      'a text, date or address that is no string',
      given,
      'wrong-type',
      'must be a string or null',
    ],
  ),
  [
    'a text that is too long',
    `https://${CANARY.padEnd(1993, 'x')}`,
    'too-long',
    'must have at most 2000 characters',
  ],
  ...[
    '',
    CANARY,
    `ftp://${CANARY}`,
    'https://',
    'javascript:alert(1)',
    `//${CANARY}`,
    'http://a b',
    'http://a\0',
  ].map((given): Case => ['a `profileImage` that is no http(s) address', given, 'malformed', NO_ADDRESS]),
];

const booleanCases: Case[] = ['true', 1, 0, [], CANARY].map(
  (given): Case => [
    'something else than true, false or null where one of these belongs',
    given,
    'wrong-type',
    'must be true, false or null',
  ],
);

const absenceCases: BadEntry[] = [
  ...[{}, CANARY, 1, true].map((given) =>
    absences('', ['`absences` that are no array', given, 'wrong-type', 'must be an array or null']),
  ),
  absences('', [
    'more than 1,000 absences',
    Array.from({ length: 1001 }, () => ({ type: 'x', startDate: '2025-01-01' })),
    'too-many',
    'must have at most 1000 items',
  ]),
  ...[null, CANARY, 1, []].map((given) =>
    absences('/0', ['an absence that is no object', [given], 'wrong-type', 'must be an object']),
  ),
  ...['type', 'startDate'].map((field) =>
    absence(field, ['a required field that is missing or null', null, 'missing', 'is missing']),
  ),
  absence('type', ['a text, date or address that is no string', 7, 'wrong-type', 'must be a string']),
  absence('type', ['an empty text', ' ', 'too-short', 'must not be empty']),
  absence('type', [
    'a text that is too long',
    CANARY.padEnd(101, 'x'),
    'too-long',
    'must have at most 100 characters',
  ]),
  absence('type', [
    'NUL, another control character or half of a surrogate pair in a text',
    `${CANARY}\0x`,
    'malformed',
    UNPRINTABLE,
  ]),
  ...dateCases.map((each) => absence('startDate', each)),
  ...dateCases.map((each) => absence('endDate', each)),
  absence('endDate', [
    'an absence that ends before it begins',
    '2025-04-30',
    'malformed',
    'must not be before startDate',
  ]),
  ...[CANARY, '', 1, 'Approved'].map((given) =>
    absence('status', [
      'an absence `status` nobody knows',
      given,
      'not-allowed',
      'must be one of approved, requested, declined, cancelled',
    ]),
  ),
  ...['paid', 'halfDayStart', 'halfDayEnd'].flatMap((field) =>
    booleanCases.map((each) => absence(field, each)),
  ),
  ...[true, [CANARY]].map((given) =>
    absence('id', ['a text, date or address that is no string', given, 'wrong-type', 'must be a string']),
  ),
  ...[1.5, 2 ** 53, -1e300].map((given) =>
    absence('id', [
      'an absence `id` that is a number but not a whole one up to 2^53 - 1',
      given,
      'malformed',
      'must be a string, or a whole number up to 9007199254740991',
    ]),
  ),
  absence('id', [
    'a text that is too long',
    CANARY.padEnd(201, 'x'),
    'too-long',
    'must have at most 200 characters',
  ]),
];

export const BAD_ENTRIES: BadEntry[] = [
  ...['null', 'true', '4711', '1e999', `"${CANARY}"`, `["${CANARY}"]`, '[]'].map((text) => ({
    line: 'an entry that is no object',
    text,
    mistakes: [['', 'wrong-type', 'must be an object'] as const],
  })),
  {
    line: 'a required field that is missing or null',
    text: '{"__proto__":{"hrId":"A"}}',
    mistakes: REQUIRED.map((field) => [`/${field}`, 'missing', 'is missing'] as const),
  },
  ...REQUIRED.map((field) =>
    forField(field)(['a required field that is missing or null', undefined, 'missing', 'is missing']),
  ),
  ...Object.entries(TEXTS).flatMap(([field, longest]) =>
    textCases(longest).map(forField(field as keyof Entry)),
  ),
  ...DATES.flatMap((field) => dateCases.map(forField(field))),
  ...emailCases.map(forField('email')),
  ...imageCases.map(forField('profileImage')),
  ...booleanCases.map(forField('autoSyncEmployee')),
  ...absenceCases,
];
