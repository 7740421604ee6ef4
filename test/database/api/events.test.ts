import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { emit } from '../../../src/domain/events/emit.ts';
import {
  COLLECTABLE_TYPES,
  COLLECTED_TYPES,
  EVENT_FIELDS,
  type EventType,
  SHOWN_TYPES,
} from '../../../src/domain/events/event-types.ts';
import { exampleEvent } from '../../../src/domain/events/example-event.ts';
import { showEvent } from '../../../src/domain/events/show-event.ts';
import { createTestCompany, createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

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
  await sql.begin((tx) => emit(tx, other.company.id, 'employee.added', [{ employeeId: 9 }]));
  await sql.begin((tx) => emit(tx, company.id, 'employee.added', [{ employeeId: 7 }]));
  await sql.begin((tx) =>
    emit(tx, company.id, 'sync.succeeded', [{ hrIntegrationId: 3, syncId: 'night/1' }]),
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
    emit(
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
  const whole = (await get('/events?perPage=25')).json().data;
  assert.deepEqual([whole.data.length, whole._links.next], [25, null]);
  const later = (await get('/events?after=25')).json().data;
  assert.deepEqual([later.data, later._links.next], [[], null]);
  assert.equal((await get('/events?after=-1')).statusCode, 422);
  assert.equal((await get('/events?perPage=101')).statusCode, 422);
  assert.equal((await get('/events?page=2')).statusCode, 422);
});

test('more than 1,000 events of a type are one event of the type in the plural, with the list of what it counts', async () => {
  const { companyId, integrationId, sync, get } = await createSyncingCompany(service);
  await sync([entry('A')], { syncId: 'night/1' });
  const last = (await get('/events')).json().data.data.at(-1).id;
  const ofSync = { hrIntegrationId: integrationId, syncId: 'night/1' };
  const many = (shared: object = {}) =>
    Array.from({ length: 1_001 }, (_, index) => ({ employeeId: index, ...shared }));
  const changes = `/hr-integrations/${integrationId}/syncs/night%2F1/changes?outcomes=`;
  const table: [EventType, object, string, (time: string) => string][] = [
    ['employee.added', ofSync, 'employees.added', () => `${changes}added`],
    ['employee.updated', ofSync, 'employees.updated', () => `${changes}adopted,renumbered,updated,unlinked`],
    ['employee.offboarded', ofSync, 'employees.offboarded', () => `${changes}offboarded`],
    ['employee.returned', ofSync, 'employees.returned', () => `${changes}rehired`],
    ['conflict.found', ofSync, 'conflicts.found', () => `${changes}conflict`],
    ['entry.waiting', ofSync, 'entries.waiting', () => `${changes}waiting`],
    ['subscription.changed', {}, 'subscriptions.changed', (time) => `/employees?updatedSince=${time}`],
    ['contract.offered', {}, 'contracts.offered', (time) => `/employees?updatedSince=${time}`],
    ['contract.answered', {}, 'contracts.answered', (time) => `/employees?updatedSince=${time}`],
    ['contract.lapsed', {}, 'contracts.lapsed', (time) => `/employees?updatedSince=${time}`],
    ['ticket.issued', { month: '2026-11' }, 'tickets.issued', () => '/employees?ticketMonth=2026-11'],
    ['ticket.voided', { month: '2026-11' }, 'tickets.voided', (time) => `/employees?updatedSince=${time}`],
    ['document.created', {}, 'documents.created', (time) => `/employee-documents?createdFrom=${time}`],
  ];
  assert.deepEqual(table.map(([type]) => type).sort(), [...COLLECTABLE_TYPES].sort());
  await sql.begin(async (tx) => {
    for (const [type, shared] of table) await emit(tx, companyId, type, many(shared));
  });
  const shown: Shown[] = (await get(`/events?after=${last}`)).json().data.data;
  assert.deepEqual(
    shown.map(({ type, data, _links }) => [type, data, _links['list']?.href]),
    table.map(([, shared, plural, list], index) => [
      plural,
      { count: 1_001, ...shared },
      `${BASE}${list(shown[index]?.time ?? '')}`,
    ]),
  );
  for (const { _links } of shown)
    assert.equal((await get(_links['list']?.href.slice(BASE.length) ?? '')).statusCode, 200);
});

test('every example has the fields of its type', () => {
  for (const type of SHOWN_TYPES) {
    const { data, type: stored } = exampleEvent(type);
    const { count, ...fields } = data;
    const known: readonly string[] = EVENT_FIELDS[stored];
    assert.equal(showEvent(exampleEvent(type), BASE).type, type);
    if (count === undefined) assert.deepEqual(Object.keys(fields).sort(), [...known].sort(), type);
    else assert.ok(Object.keys(fields).every((field) => known.includes(field)));
  }
});

test('docs/events.md has every type with its fields', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/events.md'), 'utf8');
  const [, types = ''] = /\n## Types\n(.*?)\n## /s.exec(text) ?? [];
  const documented = [...types.matchAll(/^\| `([a-z.]+)` \|[^|]*\| ([^|]*) \|$/gm)].map(
    ([, type, fields]) => [type, [...(fields ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1])],
  );
  assert.deepEqual(Object.fromEntries(documented), EVENT_FIELDS);
});

test('docs/events.md has every collected type', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/events.md'), 'utf8');
  for (const [type, collected] of Object.entries(COLLECTED_TYPES))
    assert.match(text, new RegExp(`^\\|[^|\n]*\`${type}\`[^|\n]*\\|[^|\n]*\`${collected}\``, 'm'));
});
