import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { ROSTER_SIZES } from '../../../src/platform/limits.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { BAD_ENTRIES } from './bad-entries.ts';
import {
  BAD_BODIES,
  type BadRoster,
  CANARY,
  LIMITS,
  type Mistake,
  padded,
  type Refusal,
} from './bad-rosters.ts';
import { UPLOAD_REFUSALS } from './upload-refusals.ts';

const service = await createTestService({
  ROSTER_MAX_ENTRIES: String(LIMITS.entries),
  ROSTER_MAX_BYTES: String(LIMITS.bytes),
});
const company = await createSyncingCompany(service);
const { sql, integrationId } = company;
const SYNC = `/hr-integrations/${integrationId}/sync`;
const PREVIEW = `${SYNC}/preview`;

/** Few entries are a large roster if each is large. */
const profileImage = `https://example.com/${'x'.repeat(1_000)}`;
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => JSON.stringify(entry(`G${index}`, { profileImage }))).join();
const MANY = 1_000;
const [one, many] = [entries(1), entries(MANY)];
assert.ok(many.length > ROSTER_SIZES.smallBytes, 'so many are a large roster');

/** Sends the body in pieces, as a network delivers it, and without a Content-Length. */
function send(url: string, body: string | Buffer, headers: Record<string, string> = {}, pieceBytes = 65_536) {
  const bytes = Buffer.from(body);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  return service.app.inject({
    method: 'POST',
    url,
    headers: Object.fromEntries(
      Object.entries({
        authorization: company.authorization,
        'content-type': 'application/json',
        'transfer-encoding': bytes.length > 0 ? 'chunked' : '',
        ...headers,
      }).filter(([, value]) => value !== ''),
    ),
    ...(bytes.length > 0 && { payload: Readable.from(pieces) }),
  });
}

/** Returns all that a roster can leave in the database. */
async function traces() {
  const [counts] = await sql`
    select (select count(*) from roster_uploads) as uploads, (select count(*) from roster_entries) as entries,
      (select count(*) from sync_runs) as runs`;
  const [integration] = await sql`select * from hr_integrations where id = ${integrationId}`;
  return { counts, integration };
}
const tracesBefore = await traces();

async function assertRefused(answer: Awaited<ReturnType<typeof send>>, expected: Refusal, at: number) {
  const problem = assertProblem(answer, expected.status, expected.code);
  const errors = expected
    .errors?.(at)
    .map(([pointer, code, message, hrId]) => ({ in: 'body', pointer, code, message, ...(hrId && { hrId }) }));
  assert.deepEqual(problem.errors, errors?.slice(0, 100));
  assert.equal(problem.errorCount, errors?.length);
  if (expected.detail) assert.equal(problem.detail, expected.detail(at));
  assert.ok(!(JSON.stringify(answer.headers) + answer.body).includes(CANARY), answer.body);
  assert.deepEqual(await traces(), tracesBefore, 'nothing was kept');
}

const bodiesByLine = Map.groupBy(BAD_BODIES, ({ line }) => line);

describe('an invalid roster body is refused', () => {
  for (const [line, cases] of bodiesByLine) {
    const each = async (url: string, good: string, at: number, pieceBytes?: number, of = cases) => {
      for (const { body, headers, answer } of of)
        await assertRefused(await send(url, body(good), headers, pieceBytes), answer, at);
    };
    it(`${line}`, () => each(SYNC, one, 1));
    it(`${line}, also in pieces of a few bytes, and in a preview`, async () => {
      if (cases.every(({ body }) => body(one).length < 10_000)) await each(SYNC, one, 1, 3);
      await each(PREVIEW, one, 1);
    });
    it(`${line}, after ${MANY} valid entries`, () => each(SYNC, many, MANY, undefined, firstOfEach(cases)));
  }
});

/** Leaves out cases whose body begins as that of another one, up to the entries, and gets the same answer. */
function firstOfEach(cases: readonly BadRoster[]): BadRoster[] {
  const seen = Map.groupBy(cases, ({ body, answer: { status, code, detail, errors } }) => {
    const [beginning] = String(body(one)).split(one);
    return JSON.stringify([beginning, status, code, detail?.(0), errors?.(0)]);
  });
  return [...seen.values()].flatMap((same) => same.slice(0, 1));
}

describe('one invalid entry refuses the whole roster', () => {
  const under = (position: number, mistakes: readonly Mistake[]): Mistake[] =>
    mistakes.map(([pointer, ...mistake]) => [`/employees/${position}${pointer}`, ...mistake]);
  const refusal = (errors: () => Mistake[]): Refusal => ({ status: 422, code: 'invalid-values', errors });

  for (const [line, cases] of Map.groupBy(BAD_ENTRIES, (each) => each.line)) {
    it(`${line}`, async () => {
      for (const { text, mistakes } of cases)
        for (const url of [SYNC, PREVIEW]) {
          const body = `{"syncId":"${CANARY}","employees":[${one},${text}]}`;
          const answer = await send(url, body);
          const expected = under(1, mistakes);
          await assertRefused(
            answer,
            refusal(() => expected),
            1,
          );
          const [[pointer, , message] = []] = expected;
          if (expected.length === 1) assert.equal(answer.json().detail, `${pointer} ${message}.`);
        }
    });
  }

  it(`all kinds of invalid entries in one roster, after ${MANY} valid entries: every error is counted`, async () => {
    const texts = BAD_ENTRIES.map(({ text }) => text).join();
    const wide = await createTestService({}, service.database);
    const expected = BAD_ENTRIES.flatMap(({ mistakes }, index) => under(MANY + index, mistakes));
    assert.ok(expected.length > 200);
    const answer = await wide.app.inject({
      method: 'POST',
      url: SYNC,
      headers: { authorization: company.authorization, 'content-type': 'application/json' },
      payload: `{"syncId":"${CANARY}","employees":[${many},${texts}]}`,
    });
    await assertRefused(
      answer,
      refusal(() => expected),
      0,
    );
    assert.equal(
      answer.json().detail,
      `${expected.length} values are not valid; \`errors\` says where and why. Nothing of the roster was kept.`,
    );
  });

  it('two entries with the same hrId: the error names both positions', async () => {
    const twice = ['A', 'B', ' A ', 'C', 'B', 'A'].map((hrId) =>
      JSON.stringify(entry(hrId.trim(), { hrId })),
    );
    for (const [good, at] of [
      [one, 1],
      [many, MANY],
    ] as const)
      for (const url of [SYNC, PREVIEW])
        await assertRefused(
          await send(url, `{"syncId":"s","employees":[${good},${twice}]}`),
          refusal(() => [
            [`/employees/${at + 2}/hrId`, 'duplicate', `is the same as that of /employees/${at}`, 'A'],
            [`/employees/${at + 4}/hrId`, 'duplicate', `is the same as that of /employees/${at + 1}`, 'B'],
            [`/employees/${at + 5}/hrId`, 'duplicate', `is the same as that of /employees/${at}`, 'A'],
          ]),
          at,
        );
  });

  it('a required field under a misspelt name: one error for all entries', async () => {
    const misspelt = ['A', 'B'].map((hrId) => {
      const { firstName, ...others } = entry(hrId);
      return JSON.stringify({ ...others, first_name: firstName });
    });
    for (const [good, at] of [
      [one, 1],
      [many, MANY],
    ] as const)
      for (const url of [SYNC, PREVIEW]) {
        const answer = await send(url, `{"syncId":"s","employees":[${good},${misspelt}]}`);
        const message = 'is missing: 2 entries have first_name instead';
        await assertRefused(
          answer,
          refusal(() => [[`/employees/${at}/firstName`, 'missing', message, 'A']]),
          at,
        );
        assert.equal(answer.json().detail, `\`firstName\` ${message}. Nothing of the roster was kept.`);
      }
  });

  it('an invalid value before, between or after two entries with the same hrId: both errors are reported', async () => {
    const wrong = JSON.stringify(entry('W', { dateOfBirth: '2025-02-30' }));
    const [first, second] = ['A', 'A'].map((hrId) => JSON.stringify(entry(hrId)));
    for (const [good, at] of [
      [one, 1],
      [many, MANY],
    ] as const)
      for (const url of [SYNC, PREVIEW])
        for (const [rest, wrongAt, secondAt] of [
          [[wrong, first, second], at, at + 2],
          [[first, second, wrong], at + 2, at + 1],
          [[first, wrong, second], at + 1, at + 2],
        ] as const) {
          const answer = await send(url, `{"syncId":"s","employees":[${good},${rest}]}`);
          assert.equal(answer.statusCode, 422, answer.body);
          const places = answer
            .json()
            .errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
          assert.deepEqual(places, [
            [`/employees/${wrongAt}/dateOfBirth`, 'malformed'],
            [`/employees/${secondAt}/hrId`, 'duplicate'],
          ]);
        }
  });

  it('a roster that lists every person twice: the answer names a hundred errors and counts all', async () => {
    const few = entries(200);
    for (const body of [few, `${few},${entries(1_000).replaceAll('"G', '"H')}`]) {
      const count = body.split('"hrId"').length - 1;
      const answer = await send(SYNC, `{"syncId":"s","employees":[${body},${few}]}`);
      await assertRefused(
        answer,
        refusal(() =>
          Array.from({ length: 200 }, (_, index) => [
            `/employees/${count + index}/hrId`,
            'duplicate',
            `is the same as that of /employees/${index}`,
            `G${index}`,
          ]),
        ),
        0,
      );
    }
  });
});

describe('unusual but valid input is accepted:', () => {
  const previewed = async (body: string, headers?: Record<string, string>) => {
    const answer = await send(PREVIEW, body, headers);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(await traces(), tracesBefore);
    return answer.json().data;
  };

  it('unknown fields are ignored, __proto__ and constructor among them', async () => {
    const odd = `{"__proto__":{"hrId":"x","polluted":1},"constructor":{"prototype":{"polluted":1}},${one.slice(1)}`;
    const { counts, changes } = await previewed(
      `{"__proto__":{"polluted":1},"syncId":"s","toString":[],"employees":[${odd}]}`,
    );
    assert.equal(counts.added, 1);
    assert.equal(changes[0].hrId, 'G0');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  it('a byte order mark, white space, escapes in field names, and syncId after the entries', async () => {
    const data = await previewed(`\ufeff\r\n {"\\u0065mployees" : [ ${one} ] ,\t"sync\\u0049d":" s "} \n\n`);
    assert.equal(data.counts.added, 1);
  });

  it('null means absent, white space around texts is trimmed, and a nesting of 10 levels is allowed', async () => {
    const person = {
      ...entry('  N1\t'),
      email: ' n1@example.com ',
      profileImage: ' https://example.com/a.png ',
      terminationDate: null,
      autoSyncEmployee: null,
      absences: null,
      deep: [[[[[[[]]]]]]],
    };
    const { changes } = await previewed(JSON.stringify({ syncId: 's', employees: [person] }));
    assert.equal(changes[0].hrId, 'N1');
  });

  it('texts of exactly the maximum length, in any script', async () => {
    const person = entry('x'.repeat(200), {
      firstName: '木'.repeat(200),
      lastName: '🎫'.repeat(100),
      email: `${'x'.repeat(308)}@example.com`,
      profileImage: `https://${'x'.repeat(1992)}`,
      absences: Array.from({ length: 1000 }, (_, index) => ({
        type: 'y'.repeat(100),
        startDate: '2025-01-01',
        id: index,
      })),
    });
    const body = JSON.stringify({ syncId: 'z'.repeat(200), employees: [person] });
    assert.equal((await previewed(body)).counts.added, 1);
  });

  it('exactly the maximum number of bytes, and exactly the maximum number of entries', async () => {
    const body = `{"syncId":"s","employees":[${one}]}`;
    assert.equal((await previewed(padded(body, LIMITS.bytes))).counts.added, 1);
    const narrow = await createTestService({ ROSTER_MAX_ENTRIES: '3' }, service.database);
    const preview = (count: number) =>
      narrow.app.inject({
        method: 'POST',
        url: PREVIEW,
        headers: { authorization: company.authorization, 'content-type': 'application/json' },
        payload: `{"syncId":"s","employees":[${entries(count)}]}`,
      });
    assert.equal((await preview(3)).json().data.counts.added, 3);
    assertProblem(await preview(4), 413, 'payload-too-large');
  });

  it('an unknown query parameter, before the body is read', async () => {
    for (const url of [SYNC, PREVIEW]) {
      const problem = assertProblem(await send(`${url}?x=1`, '{'), 422, 'invalid-values');
      assert.deepEqual(problem.errors, [
        {
          in: 'query',
          pointer: '/x',
          code: 'unknown-parameter',
          message: 'is not a parameter of this route',
        },
      ]);
      assert.deepEqual(await traces(), tracesBefore, 'nothing was kept');
    }
  });

  it('GET /limits shows the limits that apply', async () => {
    const { data } = (await company.get('/limits')).json();
    assert.deepEqual([data.rosterEntriesMaximum, data.rosterBytesMaximum], [LIMITS.entries, LIMITS.bytes]);
  });
});

/** Reads the table in the documentation: by what is sent, its status and code. */
async function readDocumentedRows(): Promise<Map<string, string>> {
  const text = await readFile(new URL('../../../docs/integrating.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| (\d{3}) \| `([a-z-]+)` \| (.+) \|$/gm);
  return new Map(
    [...rows].flatMap(([, status, code, sent = '']) =>
      sent.split('; ').map((line): [string, string] => [line, `${status} ${code}`]),
    ),
  );
}

type Line = [line: string, statusAndCode: string];

/** Of a refusal with errors, the code is that of the first one. */
function listTestedRows(): Line[] {
  return [
    ...BAD_BODIES.map(({ line, answer: { status, code, errors } }): Line => {
      const [mistake] = errors?.(3) ?? [];
      return [line, `${status} ${mistake?.[1] ?? code}`];
    }),
    ...BAD_ENTRIES.flatMap(({ line, mistakes }) => mistakes.map(([, code]): Line => [line, `422 ${code}`])),
    ...UPLOAD_REFUSALS.map(({ line, status, code }): Line => [line, `${status} ${code}`]),
    ['an unknown query parameter', '422 unknown-parameter'],
    ['a required field under a misspelt name', '422 missing'],
    ['an `hrId` that an entry before has', '422 duplicate'],
  ];
}

it('the table of refusals in the documentation has every tested case with its status and code, and no other', async () => {
  const tested = listTestedRows();
  const documented = await readDocumentedRows();
  assert.deepEqual([...documented.keys()].sort(), [...new Set(tested.map(([line]) => line))].sort());
  for (const [line, statusAndCode] of tested) assert.equal(documented.get(line), statusAndCode, line);
});
