import { Check } from 'typebox/schema';
import type { Schema } from '../../../../route-types/schema-types.ts';
import type { Random } from '../../support/random.ts';

/** Stands for a value that `JSON.stringify` cannot write: arrays nested deeply. */
export const DEEP = '@@deep@@';

const ODD_TEXTS = [
  ...['', ' ', '0', '-1', '1e3', '1.5', '0x1', 'NaN', 'null', 'true', '[object Object]', 'undefined'],
  ...['2147483648', '9223372036854775808', '9007199254740993', '9'.repeat(400), '-0'],
  ...[
    '\0',
    'a\0b',
    '\n',
    '\r\nX-Injected: 1',
    '\ud800',
    'a\udfff',
    '\ufeff',
    '\u202e',
    'e\u0301',
    '🎫',
    'ǅ',
    'İ',
    'ß',
    '\u{10ffff}',
  ],
  ...[
    '%',
    '_',
    '\\',
    "'",
    "';--",
    '"',
    '*',
    '../..',
    '{}',
    '[]',
    '{"a":1}',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    'a,b',
    ',',
    ',,',
    '1,1',
    'x'.repeat(3_000),
    'ä'.repeat(20_000),
    '(a+)+$',
    '=1+1',
    '<script>alert(1)</script>',
  ],
];
const DATES = [
  ...[
    '2026-11-15',
    '2026-11',
    '2026-13',
    '2026-02-30',
    '2024-02-29',
    '2023-02-29',
    '0000-01-01',
    '0001-01-01',
    '1582-10-15',
  ],
  ...[
    '9999-12-31',
    '10000-01-01',
    '-0044-03-15',
    '+275760-09-13',
    '2026-11-15T25:00:00Z',
    '2026-11-15T12:00:00+14:00',
  ],
  ...[
    '2026-11-15T12:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00Z',
    '2026-12-31T24:00:00Z',
    '2016-12-31T23:59:60Z',
  ],
  ...['1900-01', '9999-12', '0000-00', '2026-1', 'infinity', 'epoch', 'now', 'BC'],
];
const NUMBERS = [
  0,
  -0,
  -1,
  1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  1e-300,
  99_999_999_999,
];

export function oddText(random: Random): string {
  if (random.chance(0.1))
    return [0, 1, 2, 3].map(() => String.fromCodePoint(1 + random.below(0xd7fe))).join('');
  return random.chance(0.7) ? random.pick(ODD_TEXTS) : random.pick(DATES);
}

/** A value that hardly any field takes. */
export function oddValue(random: Random): unknown {
  return random.weighted<() => unknown>([
    [5, () => oddText(random)],
    [3, () => random.pick(NUMBERS)],
    [2, () => random.pick<unknown>([null, true, false, [], {}, [null], [[]], { '': '' }, { toString: 1 }])],
    [1, () => DEEP],
    [1, () => Array.from({ length: 1_000 }, () => oddText(random).slice(0, 20))],
  ])();
}

/** Texts that some fields take. Which of them fit is decided by the schema. */
const TEXTS = [
  ...[
    'Ada',
    'Müller',
    '4711',
    'hr@example.com',
    'de-DE',
    'en-GB',
    'Europe/Berlin',
    'daily 03:30',
    'every 6 hours',
    'manual',
  ],
  ...[
    'https://hr.example.com/roster.csv',
    'A'.repeat(43),
    'A'.repeat(22),
    '0'.repeat(64),
    'x',
    'Sales',
    '?code=x&state=y',
    '🎫 Łódź',
  ],
  ...[
    '2026-11-15',
    '2026-12',
    '2027-03-01',
    '2026-11-15T12:00:00Z',
    '192.0.2.0/24',
    'correct horse battery staple',
  ],
];
const FORMATS: Record<string, readonly string[]> = {
  date: ['2026-11-15', '2026-12-01', '1990-02-03', '2024-02-29', '2027-03-01'],
  month: ['2026-11', '2026-12', '2027-03', '2025-01'],
  'date-time': ['2026-11-15T12:00:00Z', '2026-11-15T12:00:00+02:00'],
  'date-or-timestamp': ['2026-11-15', '2026-11-15T12:00:00Z'],
  search: ['anna', 'ada lovelace', 'P1'],
};

interface Limits extends Schema {
  format?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
}

/** Makes values that fit a schema. `ids` are those of records; of whom they are is for the caller to decide. */
export class Values {
  readonly random: Random;
  readonly #shared: Record<string, Schema>;
  readonly #ids: readonly number[];

  constructor(random: Random, shared: Record<string, Schema>, ids: readonly number[]) {
    this.random = random;
    this.#shared = shared;
    this.#ids = ids;
  }

  of(schema: Schema, name = ''): unknown {
    const { random } = this;
    if (schema.$ref)
      return this.of(this.#shared[schema.$ref.replace(/#$/, '').replace(/^.*\//, '')] ?? {}, name);
    if ('const' in schema) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    if (schema.anyOf) return this.of(random.pick(schema.anyOf), name);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => this.of(each, name)));
    const type = random.pick([schema.type ?? ['string', 'integer', 'null']].flat());
    switch (type) {
      case 'null':
        return null;
      case 'boolean':
        return random.chance(0.5);
      case 'integer':
      case 'number':
        return this.#number(schema, name);
      case 'array': {
        const { minItems = 0 } = schema as Limits;
        return Array.from({ length: minItems + random.below(3) }, () => this.of(schema.items ?? {}, name));
      }
      case 'object':
        return this.#object(schema);
      default:
        return this.#text(schema);
    }
  }

  #number(schema: Limits, name: string): number {
    if (/ids?$/i.test(name)) return this.random.pick(this.#ids);
    const { minimum = -5, maximum = 1_000_000 } = schema;
    return this.random.pick(
      [
        minimum,
        maximum,
        minimum + this.random.below(Math.min(maximum - minimum, 50) + 1),
        ...this.#ids,
      ].filter((each) => each >= minimum && each <= maximum),
    );
  }

  #text(schema: Limits): string {
    const known = FORMATS[String(schema.format)];
    const fitting = (known ?? TEXTS).filter((text) => Check({ ...schema, type: 'string' }, text));
    return fitting.length > 0 ? this.random.pick(fitting) : this.random.pick(TEXTS);
  }

  #object({ properties = {}, required = [] }: Schema): Record<string, unknown> {
    const given = Object.entries(properties).filter(
      ([name]) => required.includes(name) || this.random.chance(0.35),
    );
    return Object.fromEntries(given.map(([name, schema]) => [name, this.of(schema, name)]));
  }
}
