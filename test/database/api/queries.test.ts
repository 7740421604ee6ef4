import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { addDocument, addPerson, freezeClock } from '../support/people.ts';
import { createTestCompany, createTestService } from '../support/service.ts';

const service = await createTestService();
const { sql } = service.database;
const { company, get } = await createTestCompany(service);
await freezeClock(sql, company.id);

const integrations = {
  hr: await createIntegration(sql, company.id, OPERATOR, { name: 'Personio', type: 'hr-integration' }),
  api: await createIntegration(sql, company.id, OPERATOR, { name: 'Payroll', type: 'api-integration' }),
};

/** All people of these tests, by the name that the tests use. */
const people = {
  active: await addPerson(sql, company.id, {
    firstName: 'Jürgen',
    lastName: 'Groß',
    email: 'J.Gross@Example.com',
    termStart: '2026-01-01',
    tickets: ['2026-10', '2026-11'],
    links: [{ integrationId: integrations.hr, hrId: 'EMP-001' }],
    updatedAt: '2026-11-10T12:00:00.000Z',
  }),
  scheduled: await addPerson(sql, company.id, {
    firstName: 'Zoë',
    lastName: 'Muller',
    email: 'zoe_m@example.com',
    termStart: '2026-12-01',
    planType: 'split-pay-plan',
    contractStatus: 'accepted',
    links: [{ integrationId: integrations.hr, hrId: 'EMP-002' }, { integrationId: integrations.api }],
    updatedAt: '2026-11-10T12:00:00.001Z',
  }),
  paused: await addPerson(sql, company.id, {
    firstName: 'Ilse',
    lastName: 'Müller-Lüdenscheidt',
    email: 'ilse%20m@example.org',
    termStart: '2026-01-01',
    pauses: '{[2026-11-01,2026-12-01)}',
    planType: 'deferred-plan',
    contractStatus: 'accepted',
    tickets: ['2026-10'],
    links: [{ integrationId: integrations.api, hrId: 'EMP-001' }],
  }),
  pausing: await addPerson(sql, company.id, {
    firstName: 'Ana',
    lastName: 'Núñez',
    email: 'ana@example.org',
    termStart: '2026-01-01',
    pauses: '{[2026-12-01,2027-01-01)}',
    tickets: ['2026-11'],
    links: [{ integrationId: integrations.api }],
  }),
  ending: await addPerson(sql, company.id, {
    firstName: 'back\\slash',
    lastName: 'Øster',
    termStart: '2026-01-01',
    termEnd: '2026-12-01',
    tickets: ['2026-11'],
  }),
  ended: await addPerson(sql, company.id, {
    firstName: '100%',
    lastName: 'Sure',
    email: 'sure@example.net',
    termStart: '2026-01-01',
    termEnd: '2026-11-01',
    links: [{ integrationId: integrations.hr, hrId: 'OLD-7', ended: true }],
  }),
  offered: await addPerson(sql, company.id, {
    firstName: 'François',
    lastName: 'Le Gall',
    email: 'sure@example.net',
    planType: 'split-pay-plan',
    contractStatus: 'pending',
  }),
  declined: await addPerson(sql, company.id, {
    firstName: 'ŁUKASZ',
    lastName: 'NOWAK',
    planType: 'deferred-plan',
    contractStatus: 'rejected',
    links: [{ integrationId: integrations.hr, hrId: '17,4', ended: true }],
  }),
};
type Name = keyof typeof people;
const EVERYBODY = Object.keys(people) as Name[];

const documents = {
  receipt: await addDocument(service, company.id, {
    employeeId: people.active,
    name: 'Receipt',
    createdAt: '2026-10-31T23:30:00.000Z',
  }),
  contract: await addDocument(service, company.id, {
    employeeId: people.active,
    name: 'Contract',
    downloadable: false,
    createdAt: '2026-11-01T00:00:00.000Z',
  }),
  scan: await addDocument(service, company.id, {
    employeeId: people.active,
    name: 'Scan',
    fileType: 'png',
    createdAt: '2026-11-01T23:59:59.999Z',
  }),
  photo: await addDocument(service, company.id, {
    employeeId: people.paused,
    name: 'Photo',
    fileType: 'jpeg',
    createdAt: '2026-11-02T00:00:00.000Z',
  }),
};
type DocumentName = keyof typeof documents;

const LISTS = [
  '/employees',
  `/employees/${people.active}/documents`,
  '/employee-documents',
  '/hr-integrations',
];

async function list(url: string) {
  const answer = await get(url);
  assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
  const { _links, ...page } = answer.json().data;
  assert.deepEqual(Object.keys(_links), ['next', 'changes'], url);
  return page;
}

async function idsOf(url: string): Promise<number[]> {
  const { data, total } = await list(url);
  assert.equal(data.length, total, 'these lists fit on one page');
  return data.map(({ id }: { id: number }) => id);
}

/** Returns the names of the found people in the order of the table above. */
async function findPeople(query: string): Promise<Name[]> {
  const ids = await idsOf(`/employees?perPage=100&${query}`);
  return EVERYBODY.filter((name) => ids.includes(people[name]));
}

async function findDocuments(path: string, query: string): Promise<DocumentName[]> {
  const ids = await idsOf(`${path}?perPage=100&${query}`);
  return (Object.keys(documents) as DocumentName[]).filter((name) => ids.includes(documents[name]));
}

async function readErrors(url: string): Promise<{ pointer: string; code: string }[]> {
  const answer = await get(url);
  assert.equal(answer.statusCode, 422, `${url}: ${answer.body}`);
  const { code, errors, errorCount } = answer.json();
  assert.equal(code, 'invalid-values');
  assert.equal(errorCount, errors.length);
  return errors.map(({ pointer, code }: { pointer: string; code: string }) => ({ pointer, code }));
}

const encode = encodeURIComponent;

test('without parameters a list returns ten records a page, newest first', async () => {
  for (const path of LISTS) {
    const { data, page, perPage, totalPages, total } = await list(path);
    assert.deepEqual({ page, perPage, totalPages }, { page: 1, perPage: 10, totalPages: 1 }, path);
    const ids: number[] = data.map(({ id }: { id: number }) => id);
    assert.equal(ids.length, total, path);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
      path,
    );
  }
});

for (const query of [
  'page=',
  'page=null',
  'perPage=',
  'perPage=null',
  'page=&perPage=',
  'sortOrder=',
  'sortField=',
  'ids=',
  'ids[]=',
  'ids=,',
])
  test(`${query} means the default`, async () => {
    for (const path of LISTS) assert.deepEqual(await list(`${path}?${query}`), await list(path), path);
  });

for (const [query, code] of [
  ['page=0', 'too-small'],
  ['page=-1', 'too-small'],
  ['page=1.5', 'wrong-type'],
  ['page=1e3', 'wrong-type'],
  ['page=abc', 'wrong-type'],
  ['page=true', 'wrong-type'],
  ['page=9007199254740992', 'too-large'],
  [`page=${'9'.repeat(40)}`, 'wrong-type'],
  ['perPage=0', 'too-small'],
  ['perPage=-10', 'too-small'],
  ['perPage=101', 'too-large'],
  ['perPage=ten', 'wrong-type'],
  ['sortOrder=up', 'not-allowed'],
  ['sortOrder=DESC', 'not-allowed'],
  ['sortOrder=null', 'not-allowed'],
  ['sortField=lastName', 'not-allowed'],
  ['sortField=created_at', 'not-allowed'],
  ['page=1&page=2', 'repeated'],
  ['perPage=1&perPage=1', 'repeated'],
  ['sortOrder=asc&sortOrder=asc', 'repeated'],
  ['sortField=id&sortField=id', 'repeated'],
] as const)
  test(`${query.slice(0, 40)} is refused by every list`, async () => {
    const pointer = `/${query.split('=')[0]}`;
    for (const path of LISTS)
      assert.deepEqual(await readErrors(`${path}?${query}`), [{ pointer, code }], path);
  });

test('a hundred records a page are allowed', async () => {
  for (const path of LISTS) assert.equal((await list(`${path}?perPage=100`)).perPage, 100);
});

test('a page after the last one is empty, with the same totals', async () => {
  for (const path of LISTS)
    for (const page of [2, 1_000, Number.MAX_SAFE_INTEGER]) {
      const { total } = await list(path);
      assert.deepEqual(await list(`${path}?page=${page}&perPage=100`), {
        data: [],
        page,
        perPage: 100,
        totalPages: 1,
        total,
      });
    }
});

test('totals count the filtered records, and a filter without results gives zero pages', async () => {
  assert.deepEqual(await list('/employees?ids=999999'), {
    data: [],
    page: 1,
    perPage: 10,
    totalPages: 0,
    total: 0,
  });
  const { total, totalPages, data } = await list('/employees?perPage=3');
  assert.deepEqual([total, totalPages, data.length], [8, 3, 3]);
});

test('ids can be given in three notations, mixed, percent-encoded and repeated', async () => {
  const [a, b, c] = [people.active, people.paused, people.ended];
  for (const query of [
    `ids=${a}&ids=${b}&ids=${c}`,
    `ids[]=${a}&ids[]=${b}&ids[]=${c}`,
    `ids%5B%5D=${a}&ids%5b%5d=${b},${c}`,
    `ids=${a},${b},${c}`,
    `ids=${a}%2C${b}%2c${c}`,
    `ids=${a},${b}&ids[]=${c}`,
    `ids=${a}&ids=${b},${c}&ids[]=${a}`,
    `ids=${a},${a},${b},${c},${c},999999`,
    `ids=,${a},,${b}, ${c},`.replace(' ', '%20'),
  ])
    assert.deepEqual(await findPeople(query), ['active', 'paused', 'ended'], query);
});

test('the error of a list parameter points to the position of the value', async () => {
  for (const path of LISTS) {
    assert.deepEqual(await readErrors(`${path}?ids=1,x,3`), [{ pointer: '/ids/1', code: 'wrong-type' }]);
    assert.deepEqual(await readErrors(`${path}?ids=x&ids[]=0&ids=2.5,-1`), [
      { pointer: '/ids/0', code: 'wrong-type' },
      { pointer: '/ids/1', code: 'wrong-type' },
      { pointer: '/ids/2', code: 'too-small' },
      { pointer: '/ids/3', code: 'too-small' },
    ]);
    assert.deepEqual(await readErrors(`${path}?ids=9007199254740992`), [
      { pointer: '/ids/0', code: 'too-large' },
    ]);
  }
});

test('500 values in a list parameter are allowed, 501 are not', async () => {
  const values = (count: number) => Array.from({ length: count }, (_, index) => index + 1_000_000).join(',');
  for (const [path, name] of [
    ...LISTS.map((path) => [path, 'ids']),
    ['/employees', 'emails'],
    ['/employees', 'hrIds'],
    ['/employees', 'hrIntegrationIds'],
    ['/employee-documents', 'employeeIds'],
  ]) {
    assert.equal((await list(`${path}?${name}=${values(500)}`)).total, 0, name);
    assert.deepEqual(await readErrors(`${path}?${name}=${values(501)}`), [
      { pointer: `/${name}`, code: 'too-many' },
    ]);
  }
});

test('all errors of a query are reported at once', async () => {
  const pointers = await readErrors(
    '/employees?page=0&perPage=101&sortField=x&planTypes=x,deferred-plan,y&ticketMonth=x',
  );
  assert.deepEqual(pointers.map(({ pointer }) => pointer).sort(), [
    '/page',
    '/perPage',
    '/planTypes/0',
    '/planTypes/2',
    '/sortField',
    '/ticketMonth',
  ]);
});

test('the answer lists a hundred errors and counts all', async () => {
  const answer = await get(`/employees?ids=${Array(150).fill('x').join(',')}`);
  const { errors, errorCount } = answer.json();
  assert.deepEqual([answer.statusCode, errors.length, errorCount], [422, 100, 150]);
});

test('unknown parameters are refused on every list, and similar names are told', async () => {
  for (const path of LISTS) {
    const answer = await get(
      `${path}?unknown=1&Page=7&ids[0]=5&__proto__=x&filter[a]=b&page[]=3&perPage=2&unknown=2`,
    );
    assert.deepEqual([answer.statusCode, answer.json().code], [422, 'invalid-values'], path);
    assert.deepEqual(
      answer.json().errors.map((error: Record<string, string>) => [error['pointer'], error['similarName']]),
      [
        ['/unknown', undefined],
        ['/Page', 'page'],
        ['/ids[0]', 'ids'],
        ['/__proto__', undefined],
        ['/filter[a]', undefined],
        ['/page[]', 'page'],
      ],
    );
  }
});

test('a stranger and a key without the permission are refused before their parameters are looked at', async () => {
  const weak = await createTestCompany(service, ['view-hr-integrations']);
  assert.equal((await service.app.inject('/employees?updateSince=1')).statusCode, 401);
  assert.equal((await weak.get('/employees?updateSince=1')).statusCode, 403);
});

test('a misspelt filter lists nobody: the refusal names the filter', async () => {
  const answer = await get('/employees?updateSince=2026-11-10');
  assert.equal(answer.statusCode, 422);
  assert.equal(answer.json().detail, '/updateSince is not a parameter of this route; updatedSince is one.');
  assert.deepEqual(answer.json().errors, [
    {
      in: 'query',
      pointer: '/updateSince',
      code: 'unknown-parameter',
      message: 'is not a parameter of this route; updatedSince is one',
      similarName: 'updatedSince',
    },
  ]);
});

test('routes without parameters refuse any', async () => {
  for (const path of [
    `/employees/${people.active}`,
    `/employee-documents/${documents.receipt}`,
    `/hr-integrations/${integrations.hr}`,
    '/limits',
  ])
    assert.deepEqual(await readErrors(`${path}?expand=1`), [
      { pointer: '/expand', code: 'unknown-parameter' },
    ]);
  assert.equal((await get('/employees/999999?expand=1')).statusCode, 422, 'before a record is read');
  assert.equal((await get('/employees/999999/documents?expand=1')).statusCode, 404, 'an unknown list');
  assert.equal((await get('/health?expand=1')).statusCode, 200, 'needs no key');
});

test('a NUL character is refused in every text parameter', async () => {
  for (const name of [
    'search',
    'emails',
    'hrIds',
    'ticketMonth',
    'updatedSince',
    'planTypes',
    'ids',
    'page',
    'sortField',
  ])
    assert.deepEqual(
      await readErrors(`/employees?${name}=a%00b`),
      [{ pointer: `/${name}`, code: 'malformed' }],
      name,
    );
});

test('a query that is not UTF-8 is refused as malformed', async () => {
  for (const query of ['search=%ff', 'search=%zz', 'search=%', 'search=%ed%a0%80', '%ff=1', 'unknown=%c3'])
    for (const path of LISTS) {
      const answer = await get(`${path}?${query}`);
      assert.deepEqual(
        [answer.statusCode, answer.json().code],
        [400, 'malformed-request'],
        `${path}?${query}`,
      );
    }
});

const EMPLOYEE_FILTERS: [query: string, names: Name[]][] = [
  ['subscriptionStatuses=active', ['active']],
  ['subscriptionStatuses=scheduled', ['scheduled']],
  ['subscriptionStatuses=paused', ['paused']],
  ['subscriptionStatuses=scheduled-pause', ['pausing']],
  ['subscriptionStatuses=scheduled-cancellation', ['ending']],
  ['subscriptionStatuses=cancelled', ['ended']],
  ['subscriptionStatuses=no-subscription', ['offered', 'declined']],
  ['subscriptionStatuses=active,paused,cancelled', ['active', 'paused', 'ended']],
  ['planTypes=fully-subsidized-plan', ['active', 'pausing', 'ending', 'ended']],
  ['planTypes=deferred-plan', ['paused', 'declined']],
  ['planTypes=split-pay-plan', ['scheduled', 'offered']],
  ['planTypes=split-pay-plan&planTypes[]=deferred-plan', ['scheduled', 'paused', 'offered', 'declined']],
  ['contractSigningStatuses=accepted', ['scheduled', 'paused']],
  ['contractSigningStatuses=pending', ['offered']],
  ['contractSigningStatuses=rejected,pending', ['offered', 'declined']],
  ['hrIntegrationIds=HR', ['active', 'scheduled', 'ended', 'declined']],
  ['hrIntegrationIds=API', ['scheduled', 'paused', 'pausing']],
  ['hrIntegrationIds=HR,API', ['active', 'scheduled', 'paused', 'pausing', 'ended', 'declined']],
  ['hrIntegrationIds=999999', []],
  ['hrLinkTypes=custom', ['scheduled', 'pausing']],
  ['hrLinkTypes=hr-integration', ['active', 'scheduled', 'paused', 'ended', 'declined']],
  ['hrIds=EMP-001', ['active', 'paused']],
  ['hrIds=EMP-001,OLD-7', ['active', 'paused', 'ended']],
  ['hrIds[]=17,4', ['declined']],
  ['hrIds[]=17%2C4', ['declined']],
  ['hrIds[]=17,4&hrIds[]=OLD-7', ['ended', 'declined']],
  ['hrIds=17,4', []],
  ['hrIds[]=EMP-001,OLD-7', []],
  ['hrIds=emp-001', []],
  ['hrIds=EMP', []],
  ['hrIds=EMP-001&hrIntegrationIds=API', ['paused']],
  ['hrLinkTypes=custom&hrIntegrationIds=HR', []],
  ['hrLinkTypes=custom&hrIds=EMP-002', []],
  ['emails=sure@example.net', ['ended', 'offered']],
  ['emails=J.GROSS@EXAMPLE.COM', ['active']],
  ['emails=%20j.gross@example.com%20', ['active']],
  ['emails=ana@example.org,zoe_m@example.com', ['scheduled', 'pausing']],
  ['emails=zoe%25m@example.com', []],
  ['emails=example.com', []],
  ['ticketMonth=2026-11', ['active', 'pausing', 'ending']],
  ['ticketMonth=2026-10', ['paused']],
  ['ticketMonth=2026-12', []],
  // A minute of looking back.
  ['updatedSince=2026-11-10T12:01:00.001Z', ['scheduled']],
  ['updatedSince=2026-11-10T12:01:00.002Z', []],
  ['updatedSince=2026-11-10T12:01:00Z', ['active', 'scheduled']],
  ['updatedSince=2026-11-10', ['active', 'scheduled']],
  ['updatedSince=2026-11-11', []],
  ['updatedSince=2026-11-10T14:01:00.001%2B02:00', ['scheduled']],
  ['updatedSince=2026-11-10T00:30:00-11:30', ['active', 'scheduled']],
  ['updatedSince=2026-11-10t12:00:00.000500z', ['active', 'scheduled']],
  ['updatedSince=2026-11-10%2012:00Z', ['active', 'scheduled']],
  ['updatedSince=0001-01-01T00:00:00%2B23:59', EVERYBODY],
  ['updatedSince=9999-12-31T23:59:59-23:59', []],
  ['subscriptionStatuses=no-subscription&contractSigningStatuses=pending', ['offered']],
  ['subscriptionStatuses=active&planTypes=deferred-plan', []],
  [
    'planTypes=split-pay-plan&hrLinkTypes=custom&emails=zoe_m@example.com&updatedSince=2026-11-10',
    ['scheduled'],
  ],
  ['search=example.org&ticketMonth=2026-11&subscriptionStatuses=scheduled-pause', ['pausing']],
];

for (const [query, names] of EMPLOYEE_FILTERS)
  test(`employees with ${query}: ${names.join(', ') || 'nobody'}`, async () => {
    const filled = query.replace('HR', String(integrations.hr)).replace('API', String(integrations.api));
    assert.deepEqual(await findPeople(filled), names);
  });

for (const [search, names] of [
  ['jürgen', ['active']],
  ['JÜRGEN', ['active']],
  ['jurgen', ['active']],
  ['Ju\u0308rgen', ['active']],
  ['müller', ['scheduled', 'paused']],
  ['muller', ['scheduled', 'paused']],
  ['MÜLLER', ['scheduled', 'paused']],
  ['zoë', ['scheduled']],
  ['zoé', ['scheduled']],
  ['gross', ['active']],
  ['groß', ['active']],
  ['GROSS', ['active']],
  ['núñez', ['pausing']],
  ['nunez', ['pausing']],
  ['francois', ['offered']],
  ['øster', ['ending']],
  ['łukasz', ['declined']],
  ['nowak', ['declined']],
  ['ilse müller', ['paused']],
  ['müller ilse', ['paused']],
  ['  müller   ilse  ', ['paused']],
  ['müll example.org', ['paused']],
  ['müller zoe', ['scheduled']],
  ['müller ana', []],
  ['üdensch', ['paused']],
  ['le gall', ['offered']],
  ['%', []],
  ['100%', ['ended']],
  ['10%0', []],
  ['_', []],
  ['zoe_m', ['scheduled']],
  ['zo__m', []],
  ['\\', []],
  ['back\\slash', ['ending']],
  ['\\\\', []],
  ['ack\\', ['ending']],
  ["' or 1=1 --", []],
  ['emp-00', ['active', 'scheduled', 'paused']],
  ['EMP-002', ['scheduled']],
  ['old-7', ['ended']],
  ['EMP_002', []],
  ['EMP%', []],
  ['example.net', ['ended', 'offered']],
  ['@example.org', ['paused', 'pausing']],
  ['🎫', []],
  ['null', []],
  ['Müller, Ilse', ['paused']],
  ['Müller,Ilse', ['paused']],
  ['Müller; Ilse.', ['paused']],
  ['"Müller" - (Ilse)', ['paused']],
  ['Müller-Lüdenscheidt', ['paused']],
  ['Ana <ana@example.org>', ['pausing']],
  ['Groß/Jürgen', []],
  ['. , - ! ?', []],
  ['-', []],
  ['@', []],
  ['+', []],
  ['´', []],
  ['\u0301', []],
  ['17,4', ['declined']],
  ['   ', EVERYBODY],
] as const satisfies readonly (readonly [string, readonly Name[]])[])
  test(`a search for ${JSON.stringify(search)} finds ${names.join(', ') || 'nobody'}`, async () => {
    assert.deepEqual(await findPeople(`search=${encode(search)}`), names);
  });

for (const [wide = '', plain = ''] of ['％%', '＿_', '＼\\'])
  test(`a search for the full-width ${wide} means the character itself, as ${plain} does`, async () =>
    assert.deepEqual(
      await findPeople(`search=${encode(wide)}`),
      await findPeople(`search=${encode(plain)}`),
    ));

test('a search of ten words is allowed, a longer one is not', async () => {
  const letters = [...'abcdefghijk'];
  assert.deepEqual(await findPeople(`search=${encode(letters.slice(0, 10).join(' '))}`), []);
  assert.deepEqual(await readErrors(`/employees?search=${encode(letters.join(' '))}`), [
    { pointer: '/search', code: 'too-many' },
  ]);
  // Repeated words, and words within another one, cost nothing.
  assert.deepEqual(await findPeople(`search=${encode(`jürgen ${[...'jürgen jürgen'].join(' ')}`)}`), [
    'active',
  ]);
});

test('a search of 200 characters is allowed, a longer one is not', async () => {
  assert.deepEqual(await findPeople(`search=${'x'.repeat(200)}`), []);
  assert.deepEqual(await readErrors(`/employees?search=${'x'.repeat(201)}`), [
    { pointer: '/search', code: 'too-long' },
  ]);
});

test('unknown values of the filters are refused', async () => {
  for (const name of ['subscriptionStatuses', 'planTypes', 'contractSigningStatuses', 'hrLinkTypes'])
    for (const value of ['x', 'ACTIVE', 'null'])
      assert.deepEqual(await readErrors(`/employees?${name}=${value}`), [
        { pointer: `/${name}/0`, code: 'not-allowed' },
      ]);
  assert.deepEqual(await readErrors('/hr-integrations?types=api-integration,custom'), [
    { pointer: '/types/1', code: 'not-allowed' },
  ]);
  assert.deepEqual(await readErrors('/employees?hrIntegrationIds=x'), [
    { pointer: '/hrIntegrationIds/0', code: 'wrong-type' },
  ]);
  for (const month of ['2026', '2026-13', '2026-00', '2026-11-01', '11-2026', 'now'])
    assert.deepEqual(await readErrors(`/employees?ticketMonth=${month}`), [
      { pointer: '/ticketMonth', code: 'malformed' },
    ]);
});

const NO_DATES = [
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '0000-01-01',
  '2026-11-1',
  'yesterday',
  '1763200000',
];
const NO_TIMES = [
  '2026-11-10T12:00:00',
  '2026-11-10T25:00:00Z',
  '2026-02-30T12:00:00Z',
  '2026-11-10T12:00:00+99:00',
];

test('dates that do not exist and timestamps without an offset are refused', async () => {
  for (const value of [...NO_DATES, ...NO_TIMES].map(encode)) {
    assert.deepEqual(await readErrors(`/employees?updatedSince=${value}`), [
      { pointer: '/updatedSince', code: 'malformed' },
    ]);
    for (const path of ['/employee-documents', `/employees/${people.active}/documents`])
      for (const name of ['createdFrom', 'createdTo'])
        assert.deepEqual(await readErrors(`${path}?${name}=${value}`), [
          { pointer: `/${name}`, code: 'malformed' },
        ]);
  }
});

const DOCUMENT_FILTERS: [query: string, names: DocumentName[]][] = [
  ['', ['receipt', 'contract', 'scan', 'photo']],
  ['downloadable=true', ['receipt', 'scan', 'photo']],
  ['downloadable=false', ['contract']],
  ['downloadable=', ['receipt', 'contract', 'scan', 'photo']],
  ['documentFileTypes=pdf', ['receipt', 'contract']],
  ['documentFileTypes=png,jpeg', ['scan', 'photo']],
  ['createdFrom=2026-11-01', ['contract', 'scan', 'photo']],
  ['createdTo=2026-11-01', ['receipt', 'contract', 'scan']],
  ['createdFrom=2026-11-01&createdTo=2026-11-01', ['contract', 'scan']],
  ['createdFrom=2026-11-02&createdTo=2026-11-01', []],
  ['createdTo=2026-11-01T00:00:00.000Z', ['receipt', 'contract']],
  ['createdTo=2026-10-31T23:59:59.999Z', ['receipt']],
  ['createdFrom=2026-11-01T23:59:59.999Z', ['scan', 'photo']],
  ['createdFrom=2026-11-01T00:30:00%2B01:00', ['receipt', 'contract', 'scan', 'photo']],
  ['createdFrom=2026-11-01T00:31:00%2B01:00', ['contract', 'scan', 'photo']],
  ['createdTo=9999-12-31', ['receipt', 'contract', 'scan', 'photo']],
  ['createdTo=9999-12-31T23:59:59-23:59', ['receipt', 'contract', 'scan', 'photo']],
  ['createdTo=0001-01-01T00:00:00%2B23:59', []],
  ['downloadable=true&documentFileTypes=pdf', ['receipt']],
  ['downloadable=false&documentFileTypes=png', []],
  ['documentFileTypes=png&createdFrom=2026-11-01&createdTo=2026-11-01&downloadable=true', ['scan']],
];

for (const [query, names] of DOCUMENT_FILTERS)
  test(`documents with ${query || 'no filter'}: ${names.join(', ') || 'none'}`, async () => {
    assert.deepEqual(await findDocuments('/employee-documents', query), names);
    const ofOne = names.filter((name) => name !== 'photo');
    assert.deepEqual(await findDocuments(`/employees/${people.active}/documents`, query), ofOne);
    assert.deepEqual(
      await findDocuments('/employee-documents', `${query}&employeeIds=${people.active}`),
      ofOne,
    );
  });

test('documents can be filtered by several employees, and by none', async () => {
  const { active, paused, ended } = people;
  assert.deepEqual(await findDocuments('/employee-documents', `employeeIds=${paused},${ended}`), ['photo']);
  assert.deepEqual(await findDocuments('/employee-documents', `employeeIds=${ended}`), []);
  assert.deepEqual(
    await findDocuments('/employee-documents', `employeeIds=${active}&ids=${documents.photo}`),
    [],
  );
  assert.deepEqual(await findDocuments(`/employees/${ended}/documents`, ''), []);
  assert.deepEqual(
    await findDocuments(`/employees/${active}/documents`, `ids=${documents.photo},${documents.scan}`),
    ['scan'],
  );
});

test('the documents of an employee have no employee filter', async () => {
  assert.deepEqual(await readErrors(`/employees/${people.paused}/documents?employeeIds=${people.active}`), [
    { pointer: '/employeeIds', code: 'unknown-parameter' },
  ]);
});

test('invalid values of document filters are refused', async () => {
  for (const value of ['1', '0', 'yes', 'TRUE', 'null'])
    assert.deepEqual(await readErrors(`/employee-documents?downloadable=${value}`), [
      { pointer: '/downloadable', code: 'wrong-type' },
    ]);
  assert.deepEqual(await readErrors('/employee-documents?downloadable=true&downloadable=false'), [
    { pointer: '/downloadable', code: 'repeated' },
  ]);
  assert.deepEqual(await readErrors('/employee-documents?documentFileTypes=pdf,PDF'), [
    { pointer: '/documentFileTypes/1', code: 'not-allowed' },
  ]);
  assert.deepEqual(await readErrors('/employee-documents?employeeIds=0'), [
    { pointer: '/employeeIds/0', code: 'too-small' },
  ]);
});

test('integrations can be filtered by type and id', async () => {
  const { hr, api } = integrations;
  assert.deepEqual(await idsOf('/hr-integrations?types=hr-integration'), [hr]);
  assert.deepEqual(await idsOf('/hr-integrations?types=api-integration'), [api]);
  assert.deepEqual(await idsOf('/hr-integrations?types=api-integration,hr-integration&sortOrder=asc'), [
    hr,
    api,
  ]);
  assert.deepEqual(await idsOf(`/hr-integrations?types=api-integration&ids=${hr}`), []);
  assert.deepEqual(await idsOf(`/hr-integrations?types[]=hr-integration&ids[]=${hr}&ids[]=${api}`), [hr]);
});

/** Creates forty records of each kind; groups of ten share their creation and update time. */
async function createCrowd() {
  const crowd = await createTestCompany(service);
  const { id } = crowd.company;
  const moment = (group: number) => `2026-01-01T00:00:0${group}.123456Z`;
  const ids: number[] = [];
  for (let number = 0; number < 40; number++) {
    const [createdAt, updatedAt] = [moment(number % 4), moment(3 - (number % 4))];
    ids.push(await addPerson(sql, id, { createdAt, updatedAt }));
    await addDocument(service, id, { employeeId: ids[0] ?? 0, createdAt });
    await createIntegration(sql, id, OPERATOR, { name: `HR ${number}`, type: 'api-integration' });
  }
  for (const table of ['employees', 'documents', 'hr_integrations'])
    await sql`
      update ${sql(table)} set created_at = to_timestamp(1e9 + id % 4),
        updated_at = to_timestamp(1e9 + id % 3)
      where company_id = ${id}`;
  return { ...crowd, first: ids[0] ?? 0 };
}

test('over all pages every record appears exactly once and in order, although many share a timestamp', async () => {
  const { get: ask, first } = await createCrowd();
  const keyOf = { id: () => 0, createdAt: (id: number) => id % 4, updatedAt: (id: number) => id % 3 };
  for (const path of [
    '/employees',
    '/employee-documents',
    `/employees/${first}/documents`,
    '/hr-integrations',
  ])
    for (const sortField of ['id', 'createdAt', 'updatedAt'] as const)
      for (const sortOrder of ['asc', 'desc']) {
        const seen: number[] = [];
        for (let page = 1; page <= 6; page++) {
          const url = `${path}?perPage=7&page=${page}&sortField=${sortField}&sortOrder=${sortOrder}`;
          const { data, total, totalPages } = (await ask(url)).json().data;
          assert.deepEqual([total, totalPages], [40, 6]);
          assert.equal(data.length, page < 6 ? 7 : 5);
          seen.push(...data.map(({ id }: { id: number }) => id));
        }
        const expected = seen.toSorted((a, b) => keyOf[sortField](a) - keyOf[sortField](b) || a - b);
        assert.equal(new Set(seen).size, 40);
        assert.deepEqual(
          seen,
          sortOrder === 'asc' ? expected : expected.toReversed(),
          `${path} ${sortField} ${sortOrder}`,
        );
      }
});

test('a filter and a sort work together over pages', async () => {
  const pages = [1, 2, 3].map((page) =>
    list(
      `/employees?ids=${Object.values(people).join(',')}&perPage=3&page=${page}&sortField=updatedAt&sortOrder=desc`,
    ),
  );
  const ids = (await Promise.all(pages)).flatMap(({ data }) => data.map(({ id }: { id: number }) => id));
  assert.deepEqual(ids.slice(0, 2), [people.scheduled, people.active]);
  assert.deepEqual(
    ids.toSorted((a, b) => a - b),
    Object.values(people).toSorted((a, b) => a - b),
  );
});
