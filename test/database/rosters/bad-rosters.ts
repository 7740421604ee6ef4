import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { entry } from '../support/syncing-company.ts';

/** Part of every refused value, so that a test notices if an answer repeats the value. */
export const CANARY = 'canary-4711';

export const LIMITS = { entries: 10_010, bytes: 4 * 1024 * 1024 };

/** One expected error of a 422: pointer, code, message, and the hrId of the entry if it is valid. */
export type Mistake = readonly [pointer: string, code: string, message: string, hrId?: string];

/** The expected answer. `at` is the position after the valid entries. */
export interface Refusal {
  status: number;
  code: string;
  detail?: (at: number) => string;
  errors?: (at: number) => Mistake[];
}

export interface BadRoster {
  /** The row of the table in docs/integrating.md that documents the case. */
  line: string;
  /** `good` are valid entries that stand before the invalid part. */
  body: (good: string) => string | Buffer;
  /** An empty header is not sent. */
  headers?: Record<string, string>;
  answer: Refusal;
}

const malformed = (detail: string | ((at: number) => string)): Refusal => ({
  status: 400,
  code: 'malformed-request',
  detail: typeof detail === 'string' ? () => detail : detail,
});
const tooLarge = (detail: string): Refusal => ({
  status: 413,
  code: 'payload-too-large',
  detail: () => detail,
});
const unsupported = (detail: string): Refusal => ({
  status: 415,
  code: 'unsupported-media-type',
  detail: () => detail,
});
const invalid = (...errors: Mistake[]): Refusal => ({
  status: 422,
  code: 'invalid-values',
  errors: () => errors,
});

/** Makes a body of the valid entries and one more. */
const bodyAround = (last: string, before = '', after = '') => {
  return (good: string) => `{"syncId":"${CANARY}"${before},"employees":[${good},${last}]${after}}`;
};
const bad = JSON.stringify(entry(CANARY));
const withField = (field: string) => `${bad.slice(0, -1)},${field}}`;
const syncId = (value: string) => (good: string) => `{"employees":[${good}],"syncId":${value}}`;
const employees = (value: string) => () => `{"syncId":"${CANARY}","employees":${value}}`;
const JSON_TYPE = { 'content-type': 'application/json' };

const SPACE = ' \t\r\n'.repeat(16_385);

/** Bodies that are invalid as a whole. */
export const BAD_BODIES: BadRoster[] = [
  ...[CANARY, '[', `["${CANARY}"]`, `"${CANARY}"`, '1', 'null', '\ufeff\ufeff{}', '\0'].map((text) => ({
    line: 'something else than a JSON object',
    body: () => text,
    answer: malformed('The body must be a JSON object with `syncId` and `employees`.'),
  })),
  ...[
    (good: string) => `{syncId:"${CANARY}","employees":[${good}]}`,
    (good: string) => `{"syncId":${CANARY},"employees":[${good}]}`,
    (good: string) => `{"syncId":"${CANARY}" "employees":[${good}]}`,
    (good: string) => `{"syncId":"${CANARY}","employees":[${good}],}`,
    (good: string) => `{"syncId":"${CANARY}","employees":[${good}]]`,
    (good: string) => `{"syncId":"${CANARY}","employees":[${good} ${bad}]}`,
    (good: string) => `{"syncId":"${CANARY}","employees":[${good}],"x":01}`,
    (good: string) => `{"syncId":"${CANARY}\0","employees":[${good}]}`,
  ].map((body) => ({ line: 'broken JSON', body, answer: malformed('The body is not valid JSON.') })),
  ...[
    '',
    ',',
    `{"hrId":${CANARY}}`,
    `{'hrId':"${CANARY}"}`,
    '{"hrId":"a\tb"}',
    '{"hrId":"\\x"}',
    '{"a":1,}',
    '[1}',
  ].map((text) => ({
    line: 'broken JSON',
    body: bodyAround(text),
    answer: malformed((at) => `Entry ${at} of employees is not valid JSON.`),
  })),
  {
    line: 'NUL as it is, within a text',
    body: bodyAround(bad.replace(CANARY, `${CANARY}\0`)),
    answer: malformed((at) => `Entry ${at} of employees is not valid JSON.`),
  },
  ...[
    (good: string) => `{"syncId":"${CANARY}","employees":[${good}`,
    (good: string) => `{"syncId":"${CANARY}","employees":[${good},`,
    (good: string) => `{"syncId":"${CANARY}","employees":[${good}]`,
    (good: string) => `{"syncId":"${CANARY}","employees":[${good},${bad.slice(0, -20)}`,
    (good: string) => `{"employees":[${good}],"syncId":"${CANARY}`,
    () => '{',
    () => '  \n',
  ].map((body) => ({
    line: 'broken JSON',
    body,
    answer: malformed('The body ends before its JSON is complete.'),
  })),
  ...['{}', 'x', '\0', '}', ','].map((more) => ({
    line: 'something after the JSON object',
    body: (good: string) => `${bodyAround(bad)(good)} ${more}`,
    answer: malformed('Something follows the JSON object.'),
  })),
  ...[
    bodyAround(bad, ',"a":1,"a":1'),
    bodyAround(bad, '', `,"syncId":"${CANARY}"`),
    bodyAround(bad, '', `,"sync\\u0049d":"${CANARY}"`),
    bodyAround(bad, '', `,"\\u0065mployees":[]`),
    bodyAround(bad, '', ',"__proto__":1,"__proto__":2'),
  ].map((body) => ({
    line: 'a field twice',
    body,
    answer: malformed('A field of the body is given twice.'),
  })),
  ...[
    withField(`"hrId":"${CANARY}"`),
    withField('"hr\\u0049d":"B"'),
    withField('"x":1,"x":2'),
    withField('"__proto__":{},"__proto__":{}'),
    withField('"absences":[{"type":"a","type":"b","startDate":"2025-01-01"}]'),
    withField('"other":[[{"a":1,"a":1}]]'),
  ].map((text) => ({
    line: 'a field twice',
    body: bodyAround(text),
    answer: malformed((at) => `A field of entry ${at} of employees is given twice.`),
  })),
  ...[
    (good: string) => withBytesInPlaceOfCanary(bodyAround(bad)(good), 0xff),
    (good: string) => withBytesInPlaceOfCanary(bodyAround(bad)(good), 0xed, 0xa0, 0x80),
    (good: string) => withBytesInPlaceOfCanary(bodyAround(bad)(good), 0xc0, 0x80),
    (good: string) => withBytesInPlaceOfCanary(bodyAround(bad)(good), 0xe2, 0x82),
    (good: string) => withBytesInPlaceOfCanary(`{"employees":[${good}],"syncId":"${CANARY}"}`, 0xff),
    (good: string) => withBytesInPlaceOfCanary(`{"employees":[${good}],"syncId":"a","${CANARY}":1}`, 0xff),
  ].map((body) => ({
    line: 'bytes that are not UTF-8',
    body,
    answer: malformed('The body is not valid UTF-8.'),
  })),
  ...[
    withField(`"a":${'['.repeat(8)}${']'.repeat(8)}`),
    '['.repeat(9),
    '['.repeat(50_000),
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  ].map((text) => ({
    line: 'more than 10 levels of nesting',
    body: bodyAround(text),
    answer: malformed('The body is nested more than 10 levels deep.'),
  })),
  {
    line: 'more than 100 fields around `employees`',
    body: (good) =>
      `{"employees":[${good}],${Array.from({ length: 100 }, (_, index) => `"${CANARY}${index}":1`).join()}}`,
    answer: malformed('The body has more than 100 fields.'),
  },
  {
    line: 'a field besides `employees` of more than 64 KiB',
    body: (good) => `{"employees":[${good}],"syncId":"${CANARY.repeat(8_000)}"}`,
    answer: malformed('A field besides employees is longer than 65536 bytes.'),
  },
  {
    line: 'an entry of more than 256 KiB',
    body: bodyAround(withField(`"x":"${CANARY.repeat(30_000)}"`)),
    answer: malformed((at) => `Entry ${at} of employees is longer than 262144 bytes.`),
  },
  ...['', 'application/json'].map((type) => ({
    line: 'no body',
    body: () => '',
    headers: { 'content-type': type },
    answer: malformed('The request has no body. Send JSON.'),
  })),
  {
    line: 'no body',
    body: () => gzipSync(''),
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    answer: malformed('The request has no body. Send JSON.'),
  },
  ...[
    (good: string) => bodyAround(bad)(good),
    (good: string) => gzipSync(bodyAround(bad)(good)).subarray(0, -9),
    (good: string) => gzipSync(bodyAround(bad)(good)).subarray(0, -4),
    (good: string) => Buffer.concat([gzipSync(bodyAround(bad)(good)), Buffer.from(CANARY)]),
    (good: string) => gzipWithWrongChecksum(bodyAround(bad)(good)),
  ].map((body) => ({
    line: 'gzip that is broken, cut off or followed by something else',
    body,
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    answer: malformed('The body is not valid gzip, or is cut off.'),
  })),
  {
    line: 'gzip without `Content-Encoding: gzip`',
    body: (good) => gzipSync(bodyAround(bad)(good)),
    answer: malformed(
      'The body is compressed with gzip, but the header `Content-Encoding: gzip` is missing.',
    ),
  },
  ...['', 'text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json', CANARY].map(
    (type) => ({
      line: 'another `Content-Type` than `application/json`, or none',
      body: bodyAround(bad),
      headers: { 'content-type': type },
      answer: unsupported('This route does not accept that content type. Send JSON, as application/json.'),
    }),
  ),
  {
    line: 'another charset than UTF-8',
    body: bodyAround(bad),
    headers: { 'content-type': `application/json; charset=${CANARY}` },
    answer: unsupported('JSON is written in UTF-8; send it without another charset.'),
  },
  ...['deflate', 'br', 'zstd', 'gzip, gzip', CANARY].map((encoding) => ({
    line: 'another `Content-Encoding` than `gzip`',
    body: bodyAround(bad),
    headers: { ...JSON_TYPE, 'content-encoding': encoding },
    answer: unsupported('Of compressions only gzip is accepted.'),
  })),
  {
    line: 'one entry too many',
    body: (good) => `{"syncId":"${CANARY}","employees":[${upTo(good, LIMITS.entries + 1)}]}`,
    answer: tooLarge(`A roster may have ${LIMITS.entries} entries.`),
  },
  {
    line: 'one byte too many, decompressed',
    body: (good) => padded(bodyAround(bad)(good), LIMITS.bytes + 1),
    answer: tooLarge(`A roster may have ${LIMITS.bytes} bytes, decompressed.`),
  },
  {
    line: 'one byte too many, decompressed',
    body: (good) => gzipSync(padded(bodyAround(bad)(good), LIMITS.bytes + 1)),
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    answer: tooLarge(`A roster may have ${LIMITS.bytes} bytes, decompressed.`),
  },
  {
    line: 'gzip that grows to more than 200 times its size',
    body: () => gzipSync(`{"syncId":"${CANARY}","employees":[${repeated(bad, 3 * 1024 * 1024)}]}`),
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    answer: tooLarge('A compressed body may grow to 200 times its size. Send this one uncompressed.'),
  },
  ...[
    (good: string) => `${SPACE}${bodyAround(bad)(good)}`,
    (good: string) => `{${SPACE}"syncId":"${CANARY}","employees":[${good}]}`,
    (good: string) => `{"syncId"${SPACE}:"${CANARY}","employees":[${good}]}`,
    (good: string) => `{"syncId":"${CANARY}","employees":[${good}${SPACE},${bad}]}`,
    (good: string) => `{"syncId":"${CANARY}","employees":[${good},${bad}]${SPACE}}`,
    (good: string) => `${bodyAround(bad)(good)}${SPACE}`,
  ].map((body) => ({
    line: 'more than 64 KiB of white space in a row, outside an entry',
    body,
    answer: malformed('The body has more than 65536 bytes of white space in a row.'),
  })),
  {
    line: 'a required field that is missing or null',
    body: () => `{"syncId":"${CANARY}"}`,
    answer: invalid(['/employees', 'missing', 'is missing']),
  },
  ...['null', '{}', `"${CANARY}"`, '1e999', 'true'].map((value) => ({
    line: '`employees` that is no array',
    body: employees(value),
    answer: invalid(['/employees', 'wrong-type', 'must be an array']),
  })),
  {
    line: '`employees` without an entry',
    body: employees('[ ]'),
    answer: invalid(['/employees', 'too-few', 'must have at least one entry']),
  },
  {
    line: 'a required field that is missing or null',
    body: () => '{}',
    answer: invalid(['/syncId', 'missing', 'is missing'], ['/employees', 'missing', 'is missing']),
  },
  {
    line: 'a required field that is missing or null',
    body: () => '{"employees":[]}',
    answer: invalid(
      ['/syncId', 'missing', 'is missing'],
      ['/employees', 'too-few', 'must have at least one entry'],
    ),
  },
  ...[
    ['a required field that is missing or null', 'null', 'missing', 'is missing'],
    ['a text, date or address that is no string', '4711', 'wrong-type', 'must be a string'],
    ['a text, date or address that is no string', `["${CANARY}"]`, 'wrong-type', 'must be a string'],
    ['an empty text', '""', 'too-short', 'must not be empty'],
    ['an empty text', '" \\t\\u00a0\\ufeff"', 'too-short', 'must not be empty'],
    [
      'a text that is too long',
      `"${CANARY.padEnd(201, 'x')}"`,
      'too-long',
      'must have at most 200 characters',
    ],
    ['a `syncId` that is a dot or two', '"."', 'malformed', 'must not be a dot or two'],
    ['a `syncId` that is a dot or two', '".."', 'malformed', 'must not be a dot or two'],
    ...['\\u0000', '\\n', '\\u0085', '\\ud800', '\\udc00\\ud800'].map((text) => [
      'NUL, another control character or half of a surrogate pair in a text',
      `"${CANARY}${text}x"`,
      'malformed',
      'must not contain control characters or half of a surrogate pair',
    ]),
  ].map(([line = '', value = '', code = '', message = '']) => ({
    line,
    body: syncId(value),
    answer: invalid(['/syncId', code, message]),
  })),
];

/** Replaces the last occurrence of the canary by the bytes. */
function withBytesInPlaceOfCanary(text: string, ...bytes: number[]): Buffer {
  const at = text.lastIndexOf(CANARY);
  return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes), Buffer.from(text.slice(at))]);
}

function gzipWithWrongChecksum(text: string): Buffer {
  const bytes = gzipSync(text);
  // Damages the checksum only: the decompressed text is complete, but must not be accepted.
  bytes.writeUInt32LE(0, bytes.length - 8);
  return bytes;
}

function upTo(good: string, count: number): string {
  const there = good.split('"hrId"').length - 1;
  const more = Array.from({ length: count - there }, (_, index) => JSON.stringify(entry(`M${index}`)));
  return [good, ...more].join();
}

function repeated(text: string, bytes: number): string {
  return Array.from({ length: Math.ceil(bytes / text.length) }, () => text).join();
}

/** Adds unknown fields, so that the body has so many bytes. Their values are random, as gzip would shorten others a lot. */
export function padded(text: string, bytes: number): string {
  const fields: string[] = [];
  let missing = bytes - Buffer.byteLength(text);
  for (let number = 10; missing > 0; number++) {
    const field = `"p${number}":"",`;
    // The last two share what is left, as a field cannot be shorter than its name.
    const length = missing > 60_000 ? 50_000 : missing;
    fields.push(field.replace('""', `"${randomText(length - field.length)}"`));
    missing -= length;
  }
  return `{${fields.join('')}${text.slice(1)}`;
}

const randomText = (length: number) => randomBytes(length).toString('base64').slice(0, length);
