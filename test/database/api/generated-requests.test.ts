import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Parameter } from '../../../route-types/open-api.ts';
import { connectWorker } from '../../../src/platform/db/connect.ts';
import { createDemoDatabase } from '../support/demo.ts';
import { runNext } from '../support/run-next.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { entry } from '../support/syncing-company.ts';
import { stopBefore } from '../support/test-database.ts';
import { readDescription } from './described.ts';

/** `npm run test:requests` sends a hundred thousand. */
const REQUESTS = Number(process.env['GENERATED_REQUESTS'] ?? 1_500);

const { database, demo } = await createDemoDatabase();
const service = await createTestService({}, database);
const { app } = service;
const worker = connectWorker(database.server);
stopBefore(database, () => worker.end({ timeout: 0 }));
const { operations, assertFits } = await readDescription(app);
const weak = await createTestCompany(service, ['view-employees']);

const authorization = basic(demo.key);
const get = async (url: string) => (await app.inject({ url, headers: { authorization } })).json().data;
const idsOf = async (path: string) =>
  (await get(`${path}?perPage=100`)).data.map(({ id }: { id: number }) => String(id));

/** Existing ids, so that requests get past the 404. */
const integrationIds = await idsOf('/hr-integrations');
const known: Record<string, string[]> = {
  '/employees/{id}': await idsOf('/employees'),
  '/employee-documents/{id}': await idsOf('/employee-documents'),
  '/hr-integrations/{id}': integrationIds,
  syncId: [
    'generated',
    ...(await Promise.all(
      integrationIds.map(async (id: string) =>
        (
          await get(`/hr-integrations/${id}/syncs?perPage=100`)
        ).data.map((run: { syncId: string }) => run.syncId),
      ),
    ).then((lists) => lists.flat())),
  ],
  token: (await get('/employees?perPage=100')).data
    .flatMap(({ ticket }: { ticket: { links: object } | null }) => Object.values(ticket?.links ?? {}))
    .map((address: string) => address.split('/').at(-1)),
};

const HOSTILE = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e3',
    '1.5',
    '0x1',
    'NaN',
    'null',
    'true',
    '2147483648',
    '9223372036854775808',
    '9'.repeat(400),
  ],
  ...[
    '\0',
    '\n',
    '\ud800',
    '🎫',
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
    '__proto__',
    'constructor',
  ],
  ...[
    '2026-02-30',
    '0000-01-01',
    '9999-12-31',
    '2026-11',
    '2026-13',
    '2026-11-15T25:00:00Z',
    '2026-11-15T12:00:00+14:00',
  ],
  ...['a,b', ',', ',,', '1,1', 'x'.repeat(3_000)],
];
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
/** Percent-encodes the text; lone surrogates are replaced, because they have no encoding. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
/** Invalid parts of an address, sent unencoded. */
const RAW = ['%', '%0', '%ff', '%00', '%C0%80', '%2e%2e', '..', '%2F', '%5C', '+', ';', '%F0%9F'];

function pathOf(path: string): fc.Arbitrary<{ url: string; isWhole: boolean }> {
  const parts = path.split(/(\{\w+\})/).map((part, index, all) => {
    if (!part.startsWith('{')) return fc.constant(part);
    const before = all.slice(0, index + 1).join('');
    const values = known[part.slice(1, -1)] ?? known[before] ?? ['1'];
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...values).map(encoded) },
      { weight: 3, arbitrary: hostile.map(encoded) },
      { weight: 1, arbitrary: fc.constantFrom(...RAW) },
    );
  });
  return fc.tuple(...parts).map((values) => {
    const url = values.join('');
    // An empty part, `.` or `..` makes this the address of another route.
    return {
      url,
      isWhole:
        !url.includes('//') &&
        !url.endsWith('/') &&
        ![...RAW, '.', '..'].some((part) => values.includes(part)),
    };
  });
}

/** Generates a value that fits the schema of the parameter. */
function expected({ schema }: Parameter): fc.Arbitrary<string> {
  const {
    items,
    enum: choices,
    type,
  } = schema as { items?: Record<string, unknown>; enum?: unknown[]; type?: unknown };
  if (choices) return fc.constantFrom(...choices.map(String));
  if (type === 'integer') return fc.integer({ min: 1, max: 100 }).map(String);
  if (type === 'boolean') return fc.boolean().map(String);
  if (items)
    return fc
      .array(expected({ schema: items } as Parameter), { minLength: 1, maxLength: 4 })
      .map((each) => each.join(','));
  return fc.constantFrom('anna', 'müller', '2026-11', '2026-11-15', '2026-11-15T12:00:00Z', 'P', 'demo');
}

function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const given = known.map((parameter) =>
    fc
      .oneof({ weight: 3, arbitrary: expected(parameter) }, { weight: 1, arbitrary: hostile })
      .chain((value) =>
        fc
          .constantFrom(parameter.name, `${parameter.name}[]`, parameter.name)
          .map((name) => [name, value] as const),
      ),
  );
  const none = fc.constant([]);
  const pairs = given.length === 0 ? none : fc.oneof(none, fc.array(fc.oneof(...given), { maxLength: 5 }));
  // Seldom: an unknown parameter refuses the request before anything else is tried.
  const unknown = fc.oneof(
    { weight: 12, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(hostile, hostile), { maxLength: 2 }) },
  );
  return fc.tuple(pairs, unknown).map((both) =>
    both
      .flat()
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join('&'),
  );
}

const odd = fc.oneof(
  hostile,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, 0, -1, 1e308, true, [], {}),
);
const person = fc
  .tuple(
    fc.constantFrom('A', 'B', 'C', 'D'),
    fc.dictionary(
      fc.constantFrom(
        ...Object.keys(entry('A')),
        'terminationDate',
        'absences',
        'profileImage',
        'autoSyncEmployee',
      ),
      odd,
      { maxKeys: 1 },
    ),
    fc.boolean(),
  )
  .map(([hrId, other, isOdd]) => (isOdd ? { ...entry(hrId), ...other } : entry(hrId)));
const roster = fc.record({
  syncId: fc.oneof(
    { weight: 3, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constant('generated') },
    { weight: 1, arbitrary: odd },
  ),
  employees: fc.oneof(
    { weight: 8, arbitrary: fc.uniqueArray(person, { selector: ({ hrId }) => hrId, maxLength: 4 }) },
    { weight: 1, arbitrary: odd },
  ),
});
const move = fc.oneof(
  { weight: 3, arbitrary: odd },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { advanceDays: 1 },
      { advanceMonths: 1 },
      { date: '2026-01-01' },
      { advanceDays: 1, advanceMonths: 1 },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom('date', 'advanceDays', 'advanceMonths', '__proto__'), odd, {
      maxKeys: 2,
    }),
  },
);

/** Generates a body as described, truncated, compressed or of any other content. */
function bodyOf(path: string): fc.Arbitrary<{ payload: Buffer; encoding: string | undefined }> {
  const text = (
    path.endsWith('/test-clock')
      ? move
      : path.includes('/sync')
        ? fc.oneof({ weight: 8, arbitrary: roster }, { weight: 1, arbitrary: odd })
        : odd
  ).map((value) => Buffer.from(JSON.stringify(value)));
  const bytes = fc.oneof(
    { weight: 12, arbitrary: text },
    {
      weight: 1,
      arbitrary: text.chain((whole) => fc.nat(whole.length).map((end) => whole.subarray(0, end))),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((each) => Buffer.from(each)) },
  );
  return fc
    .tuple(bytes, fc.constantFrom(undefined, undefined, undefined, undefined, 'gzip', 'broken gzip', 'br'))
    .map(([payload, encoding]) => ({
      payload: encoding === 'gzip' ? gzipSync(payload) : payload,
      encoding: encoding?.split(' ').at(-1),
    }));
}

const credentials = fc.oneof(
  { weight: 20, arbitrary: fc.constant<string | undefined>(authorization) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      undefined,
      basic(weak.key),
      'Basic',
      'Basic !!',
      'Bearer x',
      `Basic ${'A'.repeat(5_000)}`,
    ),
  },
);
const contentType = fc.oneof(
  { weight: 10, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'text/plain',
      'x',
      'application/json;',
      'multipart/form-data',
    ),
  },
);
const otherHeaders = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-language',
    'range',
    'if-none-match',
    'if-modified-since',
    'x-request-id',
    'cookie',
    'origin',
    'x-forwarded-for',
  ),
  fc.constantFrom('*/*', 'text/html', 'bytes=0-1', 'bytes=9-1', '"x"', 'de', '', ';;;=', 'x'.repeat(500)),
  { maxKeys: 2 },
);

const requestOf = ({ path, method, operation }: (typeof operations)[number]) =>
  fc.record({
    path: fc.constant(path),
    method: fc.constant(method),
    address: pathOf(path),
    query: queryOf(operation.parameters ?? []),
    authorization: credentials,
    contentType,
    otherHeaders,
    body: method === 'get' ? fc.constant(undefined) : bodyOf(path),
  });

/** A move of the clock issues tickets, so few are enough. Few rosters are accepted, so there are many. */
const weightOf = ({ path, method }: (typeof operations)[number]) => {
  if (method !== 'post') return 6;
  return path === '/test-clock' ? 1 : path.endsWith('/sync') ? 24 : 6;
};
const request = fc.oneof(
  ...operations.map((operation) => ({ weight: weightOf(operation), arbitrary: requestOf(operation) })),
);

/** Applies waiting rosters from time to time, so that new rosters are accepted. */
async function work(): Promise<void> {
  while ((await runNext(demo.company.id, worker)).run);
}

test('no generated request gets a 5xx, and every answer fits the OpenAPI document', async (context) => {
  const counts: Record<string, number> = {};
  let made = 0;
  await fc.assert(
    fc.asyncProperty(
      request,
      async ({ path, method, address, query, authorization, contentType, otherHeaders, body }) => {
        if (++made % 25 === 0) await work();
        const answer = await app.inject({
          method: method === 'get' ? 'GET' : 'POST',
          url: query === '' ? address.url : `${address.url}?${query}`,
          headers: {
            ...otherHeaders,
            ...(authorization === undefined ? {} : { authorization }),
            ...(body ? { 'content-type': contentType } : {}),
            ...(body?.encoding ? { 'content-encoding': body.encoding } : {}),
          },
          ...(body ? { payload: body.payload } : {}),
        });
        const status = answer.statusCode;
        counts[status] = (counts[status] ?? 0) + 1;
        assert.ok(status < 500, `${method} ${address.url}?${query}: ${answer.body}`);
        if (!address.isWhole || /json/.exec(String(answer.headers['content-type'])) === null) return;
        assertFits(path, answer, method);
      },
    ),
    { numRuns: REQUESTS },
  );
  for (const [status, count] of Object.entries(counts)) context.diagnostic(`${status}: ${count}`);
  for (const status of [200, 204, 400, 401, 403, 404, 422])
    assert.ok(counts[status], `nothing was answered with ${status}`);
});
