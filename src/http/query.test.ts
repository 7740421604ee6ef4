import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../platform/errors.ts';
import { readQuery } from './query.ts';

const PARAMETERS = {
  page: { type: 'integer' },
  search: { type: 'string' },
  downloadable: { type: 'boolean' },
  ids: { type: 'array', items: { type: 'integer' } },
  emails: { type: 'array', items: { type: 'string' } },
  types: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
};
const read = (queryString: string) => readQuery(PARAMETERS, queryString, { refusesUnknown: true });
const refused = (queryString: string) => {
  try {
    read(queryString);
  } catch (error) {
    assert.ok(error instanceof AppError);
    return { code: error.code, errors: error.details.errors };
  }
  return assert.fail(`${queryString} was read`);
};
const ids = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 });

test('a list means the same in its three spellings, and in any mixture of them', () => {
  fc.assert(
    fc.property(ids, fc.nat(20), (values, cut) => {
      const [first, rest] = [values.slice(0, cut), values.slice(cut)];
      const expected = { ids: values };
      assert.deepEqual(read(values.map((id) => `ids=${id}`).join('&')), expected);
      assert.deepEqual(read(values.map((id) => `ids[]=${id}`).join('&')), expected);
      assert.deepEqual(read(values.map((id) => `ids%5B%5D=${id}`).join('&')), expected);
      assert.deepEqual(read(`ids=${values.join(',')}`), expected);
      assert.deepEqual(read(`ids=${values.join('%2C')}`), expected);
      assert.deepEqual(read(`ids=${values.join('%2c%20')}`), expected);
      assert.deepEqual(read(`ids=${first.join(',')}&ids[]=${rest.join(',')}`), expected);
    }),
  );
});

test('a list that is too long is refused before its values are converted, in every spelling', () => {
  const max = { ...PARAMETERS, ids: { type: 'array', maxItems: 3, items: { type: 'integer' } } };
  const errorsOf = (queryString: string) => {
    try {
      readQuery(max, queryString, { refusesUnknown: true });
      return [];
    } catch (error) {
      return (error as AppError).details.errors;
    }
  };
  const tooMany = {
    in: 'query',
    pointer: '/ids',
    code: 'too-many',
    message: 'must NOT have more than 3 items',
  };
  for (const list of ['ids=1,2,3', 'ids=1&ids[]=2,3', 'ids[]=1&ids[]=2&ids=3', 'ids=x,y,z'])
    assert.deepEqual(errorsOf(list), [], list);
  for (const list of [
    'ids=1,2,3,4',
    'ids=x&ids[]=y,y,y',
    'ids[]=1&ids[]=2&ids=3&ids=4',
    `ids=${'x,'.repeat(7_000)}`,
  ])
    assert.deepEqual(errorsOf(list), [tooMany], list.slice(0, 50));
  assert.equal(errorsOf('ids=1,2,3,4&other=1')?.length, 2, 'other mistakes are told as well');
});

test('a text comes through the percent-encoding as it was, but for white space around it', () => {
  const text = fc.string({ unit: 'binary' }).map((value) => value.trim());
  const sendable = text.filter((value) => value !== '' && !value.includes('\0'));
  fc.assert(
    fc.property(sendable, (value) => {
      assert.deepEqual(read(`search=${encodeURIComponent(value)}`), { search: value });
      assert.deepEqual(read(new URLSearchParams({ search: ` ${value} ` }).toString()), { search: value });
    }),
  );
});

test('no query string does more than be refused', () => {
  const piece = fc.constantFrom(
    '&',
    '=',
    '%',
    '%ff',
    '%00',
    ',',
    '[]',
    '+',
    'page',
    'ids',
    'null',
    '1',
    '-',
    '#',
    'é',
  );
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 30 }), (queryString) => {
      try {
        read(queryString);
      } catch (error) {
        assert.ok(error instanceof AppError);
      }
    }),
  );
});

for (const queryString of [
  '',
  '&',
  '&&',
  '=',
  'page',
  'page=',
  'page=%20',
  'page=null',
  'ids=',
  'ids=,',
  'ids[]=',
  'search=',
])
  test(`${JSON.stringify(queryString)} leaves every default`, () => assert.deepEqual(read(queryString), {}));

test('an empty value beside a real one does not count as a second one', () => {
  assert.deepEqual(read('page=&page=2'), { page: 2 });
  assert.deepEqual(read('ids=,1,,2,'), { ids: [1, 2] });
});

test('null is a text like any other where texts are asked for', () => {
  assert.deepEqual(read('search=null&emails=null'), { search: 'null', emails: ['null'] });
});

test('a comma is part of a text that is no list', () => {
  assert.deepEqual(read('search=a,b'), { search: 'a,b' });
});

for (const text of ['1.5', '1e3', '0x10', '1_000', 'Infinity', 'NaN', '٣', '1'.repeat(19)])
  test(`${text} stays a text, for the validation to refuse`, () =>
    assert.deepEqual(read(`page=${encodeURIComponent(text)}`), { page: text }));

test('only true and false are booleans', () => {
  assert.deepEqual(read('downloadable=true'), { downloadable: true });
  assert.deepEqual(read('downloadable=false'), { downloadable: false });
  for (const text of ['1', '0', 'TRUE', 'yes'])
    assert.deepEqual(read(`downloadable=${text}`), { downloadable: text });
});

test('a text in brackets keeps its commas; numbers and words from a list have none', () => {
  assert.deepEqual(read('emails[]=a,b&emails[]=%20c,%20'), { emails: ['a,b', 'c,'] });
  assert.deepEqual(read('emails=a,b&emails[]=c,d'), { emails: ['a', 'b', 'c,d'] });
  assert.deepEqual(read('ids[]=1,2&types[]=a,b'), { ids: [1, 2], types: ['a', 'b'] });
});

const HOSTILE_NAMES = '__proto__=1&constructor=2&toString=3&unknown=%F0%9F%8E%AB&search[]=x';

test('unknown parameters are left out where they are not refused, whatever their name', () => {
  assert.deepEqual(readQuery(PARAMETERS, HOSTILE_NAMES, { refusesUnknown: false }), {});
});

test('unknown parameters are refused, whatever their name', () => {
  assert.deepEqual(
    refused(HOSTILE_NAMES).errors?.map(({ pointer, code, similarName }) => [pointer, code, similarName]),
    [
      ['/__proto__', 'unknown-parameter', undefined],
      ['/constructor', 'unknown-parameter', undefined],
      ['/toString', 'unknown-parameter', undefined],
      ['/unknown', 'unknown-parameter', undefined],
      ['/search[]', 'unknown-parameter', 'search'],
    ],
  );
});

test('the refusal of an unknown parameter names the known one that it resembles', () => {
  assert.deepEqual(refused('Serach=x&page=1').errors, [
    {
      in: 'query',
      pointer: '/Serach',
      code: 'unknown-parameter',
      message: 'is not a parameter of this route; search is one',
      similarName: 'search',
    },
  ]);
});

test('the refusal of an unknown parameter repeats the beginning of its name only, as a JSON Pointer', () => {
  const [error] = refused(`${'/~'.repeat(200)}=x`).errors ?? [];
  assert.equal(error?.pointer, `/${'~1~0'.repeat(50)}`);
});

test('a single value given twice is refused, and so is a NUL; all mistakes are told at once', () => {
  assert.deepEqual(refused('page=1&page=1&search=%00&emails=a,b%00'), {
    code: 'invalid-values',
    errors: [
      { in: 'query', pointer: '/page', code: 'repeated', message: 'is given more than once' },
      { in: 'query', pointer: '/search', code: 'malformed', message: 'must not contain a NUL character' },
      { in: 'query', pointer: '/emails', code: 'malformed', message: 'must not contain a NUL character' },
    ],
  });
});

for (const broken of ['%', '%f', '%zz', '%ff', '%c3%28', '%ed%a0%80', '%c0%af', '%f5%80%80%80'])
  test(`${broken} cannot be read, in a value or a name`, () => {
    assert.equal(refused(`search=${broken}`).code, 'malformed-request');
    assert.equal(refused(`${broken}=1`).code, 'malformed-request');
  });

/** Counts the items that are taken out of arrays while a query string is read. */
function itemsTaken(queryString: string): number {
  const iterate = Array.prototype[Symbol.iterator];
  let count = 0;
  Array.prototype[Symbol.iterator] = function* counted(this: unknown[]) {
    for (let index = 0; index < this.length; index++) {
      count++;
      yield this[index];
    }
    return undefined;
  } as typeof iterate;
  try {
    readQuery(PARAMETERS, queryString, { refusesUnknown: false });
  } finally {
    Array.prototype[Symbol.iterator] = iterate;
  }
  return count;
}

test('a query string of twice the length takes twice the work, also if it repeats one name', () => {
  for (const pair of ['a&', 'ids=1&', 'emails[]=a&'])
    assert.ok(itemsTaken(pair.repeat(1400)) <= 2 * itemsTaken(pair.repeat(700)), pair);
});

test('of many unknown parameters all are counted, and a hundred are compared with the known names', () => {
  let compared = 0;
  const parameters = new Proxy(PARAMETERS, {
    ownKeys: (known) => {
      compared++;
      return Reflect.ownKeys(known);
    },
  });
  const queryString = Array.from({ length: 1400 }, (_, index) => `serach${index}`).join('&');
  assert.throws(
    () => readQuery(parameters, queryString, { refusesUnknown: true }),
    (error: unknown) =>
      error instanceof AppError &&
      error.details.errors?.length === 100 &&
      error.details.errorCount === 1400 &&
      /^1400 values/.test(error.message),
  );
  assert.ok(compared <= 110, `${compared}`);
});

test('of many invalid values of lists all are counted, and a hundred are described', () => {
  const lists = [
    ['ids', 'x', 'wrong-type', 'must be integer'],
    ['ids', '0', 'too-small', 'must be >= 1'],
    ['ids', '51', 'too-large', 'must be <= 50'],
    ['types', 'x', 'not-allowed', 'must be one of a, b'],
  ] as const;
  const bounded = {
    ...PARAMETERS,
    ids: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 50 } },
  };
  for (const [name, value, code, message] of lists) {
    const queryString = (count: number) => `unknown=1&${name}=1&${`${name}=${value}&`.repeat(count)}`;
    assert.throws(
      () => readQuery(bounded, queryString(300), { refusesUnknown: true }),
      ({ details: { errors = [], errorCount } }: AppError) => {
        const invalid = name === 'ids' ? 300 : 301;
        assert.deepEqual([errors.length, errorCount], [101, invalid + 1]);
        assert.deepEqual(errors[5], { in: 'query', pointer: `/${name}/${305 - invalid}`, code, message });
        return true;
      },
    );
  }
});

test('a query string of more than 1500 parameters is refused before they are read', () => {
  const reading = (count: number) => () =>
    readQuery(PARAMETERS, 'a&'.repeat(count - 1).concat('a'), { refusesUnknown: false });
  assert.doesNotThrow(reading(1500));
  assert.throws(reading(1501), { code: 'malformed-request', message: /more than 1500 parameters/ });
});
