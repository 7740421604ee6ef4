import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tell } from '../../../src/events/tell.ts';
import { EVENT_FIELDS } from '../../../src/events/types.ts';
import { createTestCompany, createTestService } from '../support/service.ts';

const service = await createTestService();
const { sql } = service.database;
const BASE = 'https://tickets.example.com';

interface Shown {
  id: number;
  type: string;
  time: string;
  data: object;
  _links: Record<string, { href: string }>;
}

interface FeedPage {
  data: Shown[];
  _links: { next: { href: string } | null };
}

test('the feed shows what was committed before the request, oldest first', async () => {
  const { company, get } = await createTestCompany(service);
  const other = await createTestCompany(service);
  await sql.begin((tx) => tell(tx, other.company.id, 'employee.added', [{ employeeId: 9 }]));
  await sql.begin((tx) => tell(tx, company.id, 'employee.added', [{ employeeId: 7 }]));
  await sql.begin((tx) =>
    tell(tx, company.id, 'sync.succeeded', [{ hrIntegrationId: 3, syncId: 'night/1' }]),
  );
  const { data } = (await get('/events')).json();
  const link = (href: string) => ({ href: `${BASE}${href}`, type: 'application/json' });
  assert.deepEqual(data, {
    data: [
      {
        id: 1,
        type: 'employee.added',
        time: data.data[0].time,
        resource: 'event',
        data: { employeeId: 7 },
        _links: { employee: link('/employees/7') },
      },
      {
        id: 2,
        type: 'sync.succeeded',
        time: data.data[1].time,
        resource: 'event',
        data: { hrIntegrationId: 3, syncId: 'night/1' },
        _links: {
          hrIntegration: link('/hr-integrations/3'),
          sync: link('/hr-integrations/3/syncs/night%2F1'),
        },
      },
    ],
    perPage: 100,
    oldestId: 1,
    _links: { next: null },
  });
});

test('a program that follows `next` reads every event once', async () => {
  const { company, get } = await createTestCompany(service);
  await sql.begin((tx) =>
    tell(
      tx,
      company.id,
      'employee.updated',
      Array.from({ length: 25 }, (_, index) => ({ employeeId: index + 1 })),
    ),
  );
  const seen: number[] = [];
  for (let url: string | undefined = '/events?perPage=10'; url; ) {
    const page: FeedPage = (await get(url)).json().data;
    seen.push(...page.data.map(({ id }) => id));
    url = page._links.next?.href.slice(BASE.length);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 25 }, (_, index) => index + 1),
  );
  const later = (await get('/events?after=25')).json().data;
  assert.deepEqual([later.data, later._links.next], [[], null]);
  assert.equal((await get('/events?after=-1')).statusCode, 422);
  assert.equal((await get('/events?perPage=101')).statusCode, 422);
  assert.equal((await get('/events?page=2')).statusCode, 422);
});

test('a counted event links to the list of what it counts', async () => {
  const { company, get } = await createTestCompany(service);
  const many = Array.from({ length: 1_001 }, (_, index) => ({ employeeId: index }));
  await sql.begin(async (tx) => {
    await tell(tx, company.id, 'subscription.changed', many);
    await tell(tx, company.id, 'document.created', many);
  });
  const shown: Shown[] = (await get('/events')).json().data.data;
  const time = shown[0]?.time;
  assert.deepEqual(
    shown.map(({ data, _links }) => [data, _links['list']?.href]),
    [
      [{ count: 1_001 }, `${BASE}/employees?updatedSince=${time}`],
      [{ count: 1_001 }, `${BASE}/employee-documents?createdFrom=${time}`],
    ],
  );
  for (const { _links } of shown)
    assert.equal((await get(_links['list']?.href.slice(BASE.length) ?? '')).statusCode, 200);
});

test('docs/events.md has every type with its fields', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/events.md'), 'utf8');
  const documented = [...text.matchAll(/^\| `([a-z.]+)` \|[^|]*\| ([^|]*) \|$/gm)].map(([, type, fields]) => [
    type,
    [...(fields ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1]),
  ]);
  assert.deepEqual(Object.fromEntries(documented), EVENT_FIELDS);
});
