import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_ID } from '../../../src/platform/ids.ts';
import { createPageLink } from '../../../src/platform/links/page-links.ts';
import { createPortalUser } from '../portal/portal.ts';
import { beginIdsAt } from '../support/begin-ids-at.ts';
import { commandLineOn } from '../support/command-line.ts';
import { addDocument } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createVisitor } from '../views/employee-page/visitor.ts';
import { readDescription } from './described.ts';

/** Beyond 32 bits, and no power of two. */
const FIRST = 2 ** 40 + 7;
const BASE = 'https://tickets.example.com';

const database = await createTestDatabase();
const { sql } = database;
await beginIdsAt(sql, FIRST);
const service = await createTestService({}, database);
const { assertFits } = await readDescription(service.app);
const company = await createSyncingCompany(service);
const { companyId, integrationId, get } = company;
await sql`insert into event_counters (company_id, last_number) values (${companyId}, ${FIRST})`;
const admin = await createPortalUser(service, companyId);
const { run, runJson } = commandLineOn(database);

/** The ids in an answer. None may have lost its upper bits. */
function idsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!/^(id|oldestId)$|Id$/.test(name) || typeof inner !== 'number') return idsIn(inner);
    assert.ok(inner > FIRST, `${name} is ${inner}`);
    return [inner];
  });
}

/** Reads records of the API: the answer fits the document, and its ids are large. */
async function read(path: string, url: string) {
  const answer = await get(url.replace(BASE, ''));
  assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
  assertFits(path, answer);
  const { data } = answer.json();
  assert.ok(idsIn(data).length > 0, url);
  return data;
}

await company.sync(
  ['A', 'B', 'C'].map((hrId) => entry(hrId)),
  { syncId: 'monday' },
);
await company.sync([entry('A', { lastName: 'Neu' }), entry('B')], { syncId: 'tuesday' });
const [ada, ben, cem] = await company.people();

test('employees are read, listed by their ids and page by page', async () => {
  assert.ok(companyId > FIRST && integrationId > FIRST);
  assert.equal((await read('/employees/{id}', `/employees/${ada.id}`)).lastName, 'Neu');
  const some = await read(
    '/employees',
    `/employees?ids=${ada.id},${ben.id}&hrIntegrationIds=${integrationId}`,
  );
  assert.equal(some.total, 2);
  const found: number[] = [];
  for (let next: string | undefined = '/employees?perPage=1&sortOrder=asc&cursor='; next; ) {
    const page: { data: { id: number }[]; _links: { next: { href: string } | null } } = await read(
      '/employees',
      next,
    );
    found.push(...page.data.map(({ id }) => id));
    next = page._links.next?.href;
  }
  assert.deepEqual(found, [ada.id, ben.id, cem.id]);
});

test('documents are stored, listed by employee and downloaded', async () => {
  const documentId = await addDocument(service, companyId, { employeeId: ben.id });
  const list = await read('/employee-documents', `/employee-documents?employeeIds=${ben.id}`);
  assert.deepEqual(
    list.data.map(({ id }: { id: number }) => id),
    [documentId],
  );
  await read('/employees/{id}/documents', `/employees/${ben.id}/documents`);
  await read('/employee-documents/{id}', `/employee-documents/${documentId}`);
  const file = await get(`/employee-documents/${documentId}/download`);
  assert.deepEqual([file.statusCode, file.body], [200, 'bytes']);
});

test('syncs, their changes, refused rosters and events name what they are about', async () => {
  const path = '/hr-integrations/{id}';
  const url = `/hr-integrations/${integrationId}`;
  await company.send(`${url}/sync`, { syncId: 'broken', employees: [{}] });
  await read(path, url);
  const { data: syncs } = await read(`${path}/syncs`, `${url}/syncs`);
  await read(`${path}/syncs`, `${url}/syncs?ids=${syncs[0].id}`);
  const changes = await read(
    `${path}/syncs/{syncId}/changes`,
    `${url}/syncs/tuesday/changes?employeeIds=${cem.id}`,
  );
  assert.deepEqual(
    changes.data.map(({ outcome }: { outcome: string }) => outcome),
    ['offboarded'],
  );
  await read(`${path}/attempts`, `${url}/attempts`);
  const events = await read('/events', '/events');
  assert.equal(events.oldestId, FIRST + 1);
  const { data: after } = await read('/events', `/events?after=${FIRST + 2}&perPage=2`);
  assert.deepEqual(
    after.map(({ id }: { id: number }) => id),
    [FIRST + 3, FIRST + 4],
  );
});

test('a ticket and its passes, the page of the employee and the portal have the same ids', async () => {
  await company.clock('2026-12-01');
  await company.sync([entry('A', { lastName: 'Neu' }), entry('B'), entry('D')], { syncId: 'december' });
  const { ticket } = await read('/employees/{id}', `/employees/${ada.id}`);
  const [stored] = await sql<{ id: number }[]>`
    select id from tickets where company_id = ${companyId} and employee_id = ${ada.id} and month = '2026-12-01'`;
  assert.equal(ticket.ticketId, `TKT-${stored?.id}`);
  for (const [wallet, status] of Object.entries({ apple: 200, google: 303 }))
    assert.equal(
      (await service.app.inject(ticket.links[wallet].replace(BASE, ''))).statusCode,
      status,
      wallet,
    );

  const pageLink = createPageLink('', service.secretKeys);
  const path = pageLink({ companyId, employeeId: ada.id, linkVersion: 1 }, 'shown');
  const visitor = createVisitor(service);
  assert.equal((await visitor.prove(path, entry('A').dateOfBirth)).statusCode, 204);
  assert.equal((await visitor.read(path)).ticket?.ticketId, ticket.ticketId);

  const { data: syncs } = await read(
    '/hr-integrations/{id}/syncs',
    `/hr-integrations/${integrationId}/syncs`,
  );
  const runId: number = syncs[0].id;
  const run = `/integrations/${integrationId}/syncs/${runId}`;
  for (const url of [
    ...['/session', '/company', '/overview', '/employees', '/users', '/keys', '/audit-log', '/documents'],
    ...[`/employees/${ada.id}`, `/employees/${ada.id}/history`, `/integrations/${integrationId}`],
    ...[run, `${run}/changes`, `${run}/differences?with=${syncs[1].id}`, `/audit-log?employeeIds=${ada.id}`],
  ]) {
    const answer = await admin.send(url);
    assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
    idsIn(answer.json());
  }
});

test('commands take and print such ids', async () => {
  const [of, at] = [
    ['--company', String(companyId)],
    ['--integration', String(integrationId)],
  ];
  const key = await runJson('keys', 'create', ...of, ...at, '--name', 'night', '--permissions', 'all');
  idsIn(key);
  assert.deepEqual(key.integrationIds, [integrationId]);
  assert.match((await run('keys', 'list', ...of)).stdout, new RegExp(`^${key.id} `, 'm'));
  assert.match((await run('syncs', 'list', ...at)).stdout, /^monday +succeeded/m);
  idsIn(await runJson('employees', 'export', String(ada.id)));
  idsIn(await runJson('subscriptions', 'show', String(ada.id)));
});

test('the largest id that JavaScript counts exactly is an unknown one; what is larger is refused', async () => {
  for (const id of [MAX_ID, `${MAX_ID + 1}`, '9007199254740993', '9'.repeat(30)]) {
    for (const path of ['/employees/ID', '/employee-documents/ID', '/hr-integrations/ID'])
      assertProblem(await get(path.replace('ID', `${id}`)), 404, 'not-found');
    assertProblem(await admin.send(`/employees/${id}`), 404, 'not-found');
  }
  assert.equal((await get(`/employees?ids=${MAX_ID}`)).json().data.total, 0);
  const { errors } = assertProblem(
    await get(`/employees?ids=${ada.id},${MAX_ID + 1}`),
    422,
    'invalid-values',
  );
  assert.deepEqual(errors, [
    { in: 'query', pointer: '/ids/1', code: 'too-large', message: `must be <= ${MAX_ID}` },
  ]);
  const refused = await run('employees', 'export', `${MAX_ID + 1}`);
  assert.match(refused.stderr, /whole number/);
});

test('no column that holds an id, and no sequence, has 32 bits', async () => {
  const columns = await sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and column_name ~ '(^|_)ids?$' and udt_name ~ '^_?int[24]$'`;
  assert.deepEqual([...columns], []);
  const sequences = await sql`
    select sequencename from pg_sequences where schemaname = current_schema() and data_type <> 'bigint'::regtype`;
  assert.deepEqual([...sequences], []);
});
