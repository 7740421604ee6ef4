import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDemoDatabase } from '../support/demo.ts';
import { basic, createTestService } from '../support/service.ts';
import {
  CONTRACT_STATUSES,
  type Employee,
  type EmployeeDocument,
  envelope,
  INTEGRATION_TYPES,
  type Integration,
  LINK_TYPES,
  PLAN_TYPES,
  pageOf,
  RECORDS,
  STATUSES,
} from './spec-records.ts';

const BASE = 'https://tickets.example.com/transit';
const { database, demo } = await createDemoDatabase();
const { app } = await createTestService({ BASE_URL: BASE }, database);
const authorization = basic(demo.key);

async function read(path: string) {
  const { statusCode, headers, body } = await app.inject({ url: path, headers: { authorization } });
  assert.equal(statusCode, 200, `${path}: ${body}`);
  assert.match(String(headers['content-type']), /^application\/json(;|$)/);
  return JSON.parse(body);
}

const records = new Map<string, ReturnType<typeof read>>();

/** Reads a record once, although several links lead to it. */
function readRecord(path: string): ReturnType<typeof read> {
  const answer = records.get(path) ?? read(path);
  records.set(path, answer);
  return answer;
}

/** Returns the path of a link: its address without the base address. */
function pathOf({ href }: { href: string }): string {
  assert.ok(href.startsWith(`${BASE}/`), href);
  return href.slice(BASE.length);
}

/** Reads every record of a list, page by page, and checks every page. */
async function readAll<Item>(path: string, record: keyof typeof RECORDS): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const answer = await read(`${path}?page=${page}&perPage=9&sortOrder=asc`);
    pageOf(RECORDS[record])(answer, `${path} page ${page}`);
    const { data, total, totalPages } = answer.data;
    assert.deepEqual([answer.data.page, answer.data.perPage], [page, 9]);
    assert.equal(totalPages, Math.ceil(total / 9));
    items.push(...data);
    if (page >= totalPages) {
      assert.equal(items.length, total, path);
      return items;
    }
    assert.equal(data.length, 9);
  }
}

const employees = await readAll<Employee>('/employees', 'employee');
const documents = await readAll<EmployeeDocument>('/employee-documents', 'document');
const integrations = await readAll<Integration>('/hr-integrations', 'integration');

test('the demo has the announced number of people, and documents and integrations', () => {
  assert.equal(employees.length, demo.employeeCount);
  assert.ok(documents.length > 0);
  assert.deepEqual(
    integrations.map(({ id }) => id),
    demo.integrations.map(({ id }) => id).sort((a, b) => a - b),
  );
});

test('a single record is wrapped in data and equals the record in the list', async () => {
  for (const [kind, path, items] of [
    ['employee', '/employees', employees],
    ['document', '/employee-documents', documents],
    ['integration', '/hr-integrations', integrations],
  ] as const)
    for (const item of items) {
      const answer = await readRecord(`${path}/${item.id}`);
      envelope(RECORDS[kind])(answer, `${path}/${item.id}`);
      assert.deepEqual(answer.data, item);
    }
});

test("an employee's links lead to the record itself and to the employee's documents", async () => {
  for (const employee of employees) {
    assert.equal(employee._links.self.href, `${BASE}/employees/${employee.id}`);
    assert.equal(employee._links.employeeDocuments.href, `${BASE}/employees/${employee.id}/documents`);
    assert.deepEqual((await readRecord(pathOf(employee._links.self))).data, employee);
    const own = await readAll<EmployeeDocument>(pathOf(employee._links.employeeDocuments), 'document');
    assert.deepEqual(
      own,
      documents.filter(({ employeeId }) => employeeId === employee.id),
    );
  }
});

test("a document's links lead to the record itself and to its owner", async () => {
  for (const document of documents) {
    assert.equal(document._links.self.href, `${BASE}/employee-documents/${document.id}`);
    assert.equal(document._links.employee.href, `${BASE}/employees/${document.employeeId}`);
    assert.deepEqual((await readRecord(pathOf(document._links.self))).data, document);
    const owner = employees.find(({ id }) => id === document.employeeId);
    assert.deepEqual((await readRecord(pathOf(document._links.employee))).data, owner);
  }
});

test("an integration's link leads to the record itself", async () => {
  for (const integration of integrations) {
    assert.equal(integration._links.self.href, `${BASE}/hr-integrations/${integration.id}`);
    assert.deepEqual((await readRecord(pathOf(integration._links.self))).data, integration);
  }
});

test('a record is byte-identical on every route that returns it', async () => {
  const [employee] = employees;
  assert.ok(employee);
  const [one, listed] = await Promise.all([
    read(`/employees/${employee.id}`),
    read(`/employees?ids=${employee.id}`),
  ]);
  assert.equal(JSON.stringify(one.data), JSON.stringify(listed.data.data[0]));
});

const values = <Item>(items: readonly Item[]) => [...new Set(items)].sort();

test('every subscription status, plan, contract status, link type and integration type occurs in the demo', () => {
  const plans = employees.map(({ plan }) => plan);
  const links = employees.flatMap(({ hrIntergartionLinks }) => hrIntergartionLinks);
  assert.deepEqual(values(employees.map(({ subscription }) => subscription.status)), values(STATUSES));
  assert.deepEqual(values(plans.map(({ type }) => type)), values(PLAN_TYPES));
  assert.deepEqual(
    values(plans.map((plan) => plan.contractSigningStatus)),
    values([...CONTRACT_STATUSES, null]),
  );
  assert.deepEqual(values(links.map(({ type }) => type)), values(LINK_TYPES));
  assert.deepEqual(values(integrations.map(({ type }) => type)), values(INTEGRATION_TYPES));
  assert.deepEqual(values(documents.map(({ downloadable }) => downloadable)), [false, true]);
});

test('every field that may be null is null for some and set for others', () => {
  const isNull = (items: unknown[]) => values(items.map((item) => item === null));
  for (const field of ['startAt', 'nextTicketAt', 'pausedAt', 'cancelledAt', 'reactivatedAt'] as const)
    assert.deepEqual(isNull(employees.map(({ subscription }) => subscription[field])), [false, true], field);
  assert.deepEqual(isNull(employees.map(({ profileImage }) => profileImage)), [false, true]);
  assert.deepEqual(isNull(employees.map(({ ticket }) => ticket)), [false, true]);
  const links = employees.flatMap(({ hrIntergartionLinks }) => hrIntergartionLinks);
  for (const field of ['hrId', 'lastSyncId', 'lastSynced'] as const)
    assert.deepEqual(isNull(links.map((link) => link[field])), [false, true], field);
});

test('the dates of a subscription follow the notes of the specification', () => {
  for (const { id, subscription } of employees) {
    const { status, startAt, cancelledAt, nextTicketAt } = subscription;
    const hasNotStarted = status === 'no-subscription' || status === 'scheduled';
    assert.equal(startAt === null, hasNotStarted, `${id}: startAt is null if not yet started`);
    assert.equal(cancelledAt === null, status !== 'cancelled', `${id}: cancelledAt is null if not cancelled`);
    if (status === 'paused') assert.ok(subscription.pausedAt, `${id}: pausedAt is null only if never paused`);
    if (status === 'cancelled' || status === 'no-subscription') assert.equal(nextTicketAt, null, String(id));
    if (status === 'active' || status === 'scheduled') assert.ok(nextTicketAt, String(id));
  }
});

test('a ticket is valid within its month, and its two wallet links are unique', () => {
  const addresses: string[] = [];
  for (const { ticket } of employees) {
    if (!ticket) continue;
    assert.ok(
      ticket.validFrom.startsWith(ticket.ticketMonth) && ticket.validUntil.startsWith(ticket.ticketMonth),
    );
    assert.ok(ticket.validFrom <= ticket.validUntil);
    for (const href of Object.values(ticket.links)) addresses.push(pathOf({ href }));
  }
  assert.equal(new Set(addresses).size, addresses.length);
});

test('a contribution is equal as text and as number, and zero for people who pay nothing', () => {
  // One person's plan changes next month to the one that costs nothing: the contribution is that of the next ticket.
  const changing = employees.filter(
    ({ plan }) => plan.type !== 'fully-subsidized-plan' && plan.employeeContributionAmount.value === 0,
  );
  assert.equal(changing.length, 1);
  for (const employee of employees) {
    const { plan, subscription } = employee;
    const { label, value } = plan.employeeContributionAmount;
    assert.equal(label, `${value.toFixed(2).replace('.', ',')}\u00a0€`);
    if (plan.type === 'fully-subsidized-plan') assert.equal(value, 0);
    else assert.equal(value > 0, !changing.includes(employee));
    const noContract = plan.type === 'fully-subsidized-plan';
    if (noContract) assert.equal(plan.contractSigningStatus, null);
    else if (plan.contractSigningStatus === null) assert.equal(subscription.status, 'no-subscription');
  }
});

test('a manual link has no hrId, a roster link has one; the last sync has both an id and a time, or neither', () => {
  for (const { hrIntergartionLinks } of employees)
    for (const link of hrIntergartionLinks) {
      assert.equal(link.hrId === null, link.type === 'custom');
      assert.equal(link.lastSyncId === null, link.lastSynced === null);
      assert.ok(integrations.some(({ id }) => id === link.hrIntegrationId));
    }
  for (const { lastSyncId, lastSynced } of integrations)
    assert.equal(lastSyncId === null, lastSynced === null);
});

test('documents can be downloaded exactly if downloadable is true', async () => {
  // Of those that the service makes itself, some of each kind: to make all PDFs takes half a minute.
  const chosen = await database.sql<{ id: number }[]>`
    select id from (
      select d.id, d.kind, row_number() over (partition by d.kind, o.status, d.downloadable order by d.id) as place
      from documents d left join contract_offers o on o.company_id = d.company_id and o.id = d.offer_id
      where d.company_id = ${demo.company.id}) each
    where place <= 3 or kind = 'upload'`;
  const ids = new Set(chosen.map(({ id }) => id));
  for (const { id, downloadable } of documents.filter((each) => ids.has(each.id) || !each.downloadable)) {
    const url = `/employee-documents/${id}/download`;
    const { statusCode, rawPayload, headers } = await app.inject({ url, headers: { authorization } });
    assert.equal(statusCode, downloadable ? 200 : 409, url);
    if (!downloadable) continue;
    assert.ok(rawPayload.length > 0, url);
    assert.equal(headers['content-length'], String(rawPayload.length), url);
  }
});

test('the health check needs no credentials and contains nothing about companies', async () => {
  const { statusCode, body } = await app.inject('/health');
  const { data, ...rest } = JSON.parse(body);
  assert.deepEqual([statusCode, rest], [200, {}]);
  assert.deepEqual(Object.keys(data), ['status', 'version', 'environment', 'time', 'portal']);
  assert.deepEqual([data.status, data.environment], ['ok', 'staging']);
  assert.ok(Math.abs(Date.parse(data.time) - Date.now()) < 60_000);
});

test('GET /limits shows the limits of the specification and the design', async () => {
  const { data } = await read('/limits');
  assert.deepEqual([data.perPageDefault, data.perPageMaximum], [10, 100]);
  assert.deepEqual([data.rosterEntriesMaximum, data.rosterBytesMaximum], [1_000_000, 512 * 1024 ** 2]);
  assert.deepEqual([data.largeRosterBytes, data.largeRostersAtOnce], [1024 ** 2, 4]);
  assert.deepEqual([data.unfinishedSyncsMaximum, data.rosterIdleSecondsMaximum], [20, 30]);
  assert.equal(data.rosterBytesPerSecondMinimum, 1024);
  assert.equal(data.rosterGrowthMaximum, 200);
  assert.deepEqual(data.rosterSpeeds.at(-1), { fromSecond: 600, bytesPerSecondMinimum: 512 * 1024 });
});
