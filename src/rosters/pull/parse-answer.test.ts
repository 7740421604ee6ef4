import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAnswer } from './parse-answer.ts';
import { SourceError } from './source-error.ts';

const parse = (body: string | Buffer, headers: Record<string, string> = {}) =>
  parseAnswer({ body: Buffer.from(body), headers });

async function refuses(
  body: string | Buffer,
  words: RegExp,
  headers?: Record<string, string>,
): Promise<void> {
  await assert.rejects(parse(body, headers), (error) => {
    assert.ok(error instanceof SourceError, String(error));
    assert.equal(error.code, 'source-unreadable');
    assert.match(error.detail, words);
    return true;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const person = (number: number) => ({
  id: number,
  '__proto__ ': null,
  name: `Zoë "Ł" \\ ${number}`,
  nested: { list: [1, 2.5, -3e4, true, null, {}, [], [[]]], 'a:b,c{[': '}],:' },
});
const many = Array.from({ length: 700 }, (_, number) => person(number));

test('a long answer has the values that JSON.parse finds', async () => {
  const texts = { a: 'x'.repeat(40_000), b: '', c: ['y'.repeat(70_000), 'z'] };
  const fields = Object.fromEntries(many.map((one, index) => [`key ${index}`, one]));
  const values: unknown[] = [
    many,
    { employees: many, total: many.length },
    { first: 1, data: { results: many, next: null }, last: [2] },
    [[many, many], { deep: { deeper: [many, 'end'] } }],
    texts,
    [texts, texts],
    fields,
    { a: fields, b: fields },
    [],
    {},
    'text',
    12,
    null,
  ];
  for (const value of values)
    for (const indent of [0, 2]) {
      const text = JSON.stringify(value, null, indent);
      assert.deepEqual(await parse(text), value);
      assert.deepEqual(await parse(` \n${text}\r\n\t`), value);
    }
  const own = JSON.parse('{"__proto__": {"admin": true}}');
  const [parsed] = (await parse(JSON.stringify([own, ...many]))) as [object];
  assert.deepEqual(Object.keys(parsed), ['__proto__']);
  assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
});

test('a long text that is no JSON is refused, wherever the mistake is', async () => {
  const good = JSON.stringify({ first: 1, data: { results: many, next: null }, last: [2] });
  const places = Array.from({ length: 20 }, (_, index) => index);
  for (const at of [...places, 20_000, 33_000, 40_000, ...places.map((index) => good.length - index)]) {
    for (const wrong of ['x', ',', '}', '"', ':1,']) {
      const text = `${good.slice(0, at)}${wrong}${good.slice(at)}`;
      const value = parsed(text);
      if (value === undefined) await assert.rejects(parse(text), SourceError, `${wrong} at ${at}`);
      else assert.deepEqual(await parse(text), value);
    }
    if (at < good.length) await assert.rejects(parse(good.slice(0, at)), SourceError);
  }
  await refuses(`${good} 1`, /no JSON/);
  await refuses(`1${good}`, /no JSON/);
  await refuses(good.replace('{"first":1,', '{"first":1,,'), /no JSON/);
  await refuses(`${good.slice(0, -1)},}`, /no JSON/);
  await refuses(JSON.stringify(many).replace(/]$/, ',]'), /no JSON/);
  await refuses('<!doctype html>', /no JSON; its type is text\/html/, { 'content-type': 'text/html' });
  await refuses('', /empty/);
});

test('a field that is given twice is refused, also far apart', async () => {
  await refuses('{"id":1,"id":2}', /twice/);
  const long = JSON.stringify(many);
  await refuses(`{"a":1,"many":${long},"b":2,"a":3}`, /twice/);
  await refuses(`{"many":${long},"many":${long}}`, /twice/);
  await refuses(`[${long.slice(1, -1)},{"x":{"id":1,"id":1}}]`, /twice/);
});

test('what takes more memory or time than its bytes is refused', async () => {
  await refuses(`[${'{},'.repeat(600_000)}{}]`, /too many values/);
  await refuses(`[${'1,'.repeat(3_100_000)}1]`, /too many values/);
  await refuses('['.repeat(100_000), /nested too deep/);
  await refuses(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, /nested too deep/);
  await refuses(`{"a":"${'x'.repeat(1_100_000)}"}`, /too long/);
  await refuses(`[1${'0'.repeat(1_100_000)}]`, /too long|no JSON/);
  await refuses(`{${Array.from({ length: 10_002 }, (_, key) => `"k${key}":1`)}}`, /too many fields/);
});

test('an answer that is not in UTF-8 is refused with the place', async () => {
  const windows = Buffer.from('{"data":[{"name":"Anna"},{"name":"\u00c4nne"}]}', 'latin1');
  await refuses(windows, /^The answer is not in UTF-8: byte 35, in data\[1\]\.name\.$/);
  const damaged = Buffer.concat([
    Buffer.from('{"a":"\uFFFD","b":"'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('"}'),
  ]);
  await refuses(damaged, /byte 17, in b\./);
  await refuses(Buffer.from([0xff, 0xfe, 0x7b, 0]), /byte 1\./);
  await refuses(Buffer.from('{"a":1}', 'utf16le'), /no JSON/);
  for (const bytes of [
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x82],
  ])
    await refuses(
      Buffer.concat([Buffer.from('["'), Buffer.from(bytes), Buffer.from('"]')]),
      /not in UTF-8: byte 3/,
    );
  const long = Buffer.concat([Buffer.from(JSON.stringify(many)), Buffer.from([0xe4])]);
  await refuses(Buffer.concat([long, long, long, long, long, long, long, long]), /not in UTF-8: byte \d+/);
  assert.deepEqual(await parse('{"a":"\uFFFD"}'), { a: '\uFFFD' });
});

test('the place of a byte is found at once, whatever comes before and after it', async () => {
  const replaced = Buffer.from('\uFFFD'.repeat(20_000_000));
  await refuses(Buffer.concat([replaced, Buffer.from([0xff])]), /not in UTF-8: byte 60000001\./);
  const text = Buffer.alloc(1024 * 1024, 'a');
  await refuses(Buffer.concat([text, Buffer.alloc(2 * text.length, 0x80)]), /not in UTF-8: byte 1048577\./);
  await refuses(Buffer.alloc(10_000_000, 0x80), /not in UTF-8: byte 1\./);
  await refuses(Buffer.alloc(50_000_000, 'Ä').subarray(0, -1), /not in UTF-8: byte 49999999\./);
});

test('an answer in another charset, or compressed, is refused', async () => {
  for (const type of ['application/json; charset=iso-8859-1', 'application/json;Charset="UTF-16"'])
    await refuses('{}', /not in UTF-8/, { 'content-type': type });
  for (const type of ['application/json', 'application/json; charset=UTF-8', 'text/plain;charset="utf8"'])
    assert.deepEqual(await parse('{}', { 'content-type': type }), {});
  await refuses('{}', /compressed \(gzip\)/, { 'content-encoding': 'gzip' });
});
