import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import {
  deleteDeadRunningChanges,
  inRunningChange,
  insertRunningChange,
  runLongChange,
  selectCompaniesWithOldRunningChanges,
} from '../../../src/domain/day/long-change.ts';
import { deleteDeadChanges } from '../../../src/jobs/delete-dead-running-changes.ts';
import { allowLong, limited } from '../../../src/platform/db/limit-transactions.ts';
import { until } from '../../pure/support/until.ts';
import { addDocument, addPerson } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { runNext } from '../support/run-next.ts';
import { basic, createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { countWaiting } from '../support/waiting.ts';
import { readDescription } from './described.ts';

const BASE = 'https://tickets.example.com';
const service = await createTestService();
const { sql } = service.database;

interface List {
  data: { id: number; firstName: string }[];
  page: number;
  totalPages: number;
  total: number;
  _links: { next: { href: string } | null; changes: { href: string } };
}

async function createCompany() {
  const company = await createSyncingCompany(service, { autoEnrol: false });
  const read = async (address: string): Promise<List> => {
    const answer = await company.get(address.replace(BASE, ''));
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const readAll = async (address: string) => {
    const pages = [await read(address)];
    for (let next = pages[0]?._links.next; next; next = pages.at(-1)?._links.next) {
      assert.ok(pages.length < 100, 'the pages end');
      pages.push(await read(next.href));
    }
    return { pages, ids: pages.flatMap(({ data }) => data.map(({ id }) => id)) };
  };
  const addPeople = async (count: number) => {
    const ids: number[] = [];
    for (let index = 0; index < count; index++) ids.push(await addPerson(sql, company.companyId, {}));
    return ids;
  };
  return { ...company, read, readAll, addPeople };
}

const sinceOf = ({ _links }: List) =>
  new Date(new URL(_links.changes.href).searchParams.get('updatedSince') ?? '');
const namesIn = ({ data }: List) => data.map(({ firstName }) => firstName).sort();

async function databaseClock(): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`;
  return row?.at ?? assert.fail();
}

/** A promise and its resolution. */
function gate() {
  return Promise.withResolvers<void>();
}

describe('a client that follows `_links.changes`', () => {
  it('finds everybody whom a roster changes, although it asks while the roster is being applied', async () => {
    const company = await createCompany();
    await company.sync([entry('A')]);
    let list = await company.read('/employees');
    await company.submit([entry('A'), entry('B')]);
    const before = await databaseClock();
    // The run waits for the integration, which it locks at its end.
    const [locked, commit] = [gate(), gate()];
    const holding = sql.begin(async (tx) => {
      await tx`select from hr_integrations where company_id = ${company.companyId} for no key update`;
      locked.resolve();
      await commit.promise;
    });
    await locked.promise;
    const running = runNext(company.companyId, company.worker);
    await until('everybody is changed', async () => (await countWaiting(sql)) > 0);
    const started = await databaseClock();
    for (let poll = 0; poll < 3; poll++) {
      list = await company.read(list._links.changes.href);
      assert.ok(!namesIn(list).includes('FirstB'), 'the roster is not committed');
      assert.ok(
        sinceOf(list) >= before && sinceOf(list) < started,
        'the start of the roster, not of the poll',
      );
    }
    commit.resolve();
    await holding;
    await running;
    list = await company.read(list._links.changes.href);
    assert.ok(namesIn(list).includes('FirstB'));
    assert.ok(sinceOf(list) >= started, 'nothing is running any more');
  });

  it('finds the people of a change that has been running for ten minutes', async () => {
    const company = await createCompany();
    const [id] = await company.addPeople(1);
    const note = await insertRunningChange(sql, company.companyId);
    await sql`update running_changes set begun_at = now() - interval '10 minutes' where id = ${note}`;
    const [changed, commit] = [gate(), gate()];
    const change = inRunningChange(company.worker, company.companyId, note, async (tx) => {
      await tx`update employees set updated_at = now() - interval '9 minutes' where id = ${id ?? 0}`;
      changed.resolve();
      await commit.promise;
    });
    await changed.promise;
    const during = await company.read('/employees?updatedSince=2026-11-01T00:00:00Z');
    commit.resolve();
    await change;
    assert.deepEqual(
      (await company.read(during._links.changes.href)).data.map((one) => one.id),
      [id],
    );
  });

  it('gets from a short transaction that began before the list was read and ended after it', async () => {
    const company = await createCompany();
    const [id] = await company.addPeople(1);
    const list = await company.read('/employees');
    await sql`update employees set updated_at = now() - interval '40 seconds' where id = ${id ?? 0}`;
    assert.equal((await company.read(list._links.changes.href)).total, 1);
    await sql`update employees set updated_at = now() - interval '2 minutes' where id = ${id ?? 0}`;
    assert.equal((await company.read(list._links.changes.href)).total, 0);
  });

  it('keeps filters, order and size of the list, and leaves out the page', async () => {
    const { read } = await createCompany();
    const { _links } = await read(
      '/employees?search=m%C3%BCller%20ilse&hrIds[]=17,4&perPage=7&page=3&sortField=createdAt',
    );
    const url = new URL(_links.changes.href);
    assert.equal(url.origin + url.pathname, `${BASE}/employees`);
    const { updatedSince, ...others } = Object.fromEntries(url.searchParams);
    assert.deepEqual(others, {
      search: 'müller ilse',
      'hrIds[]': '17,4',
      perPage: '7',
      sortField: 'createdAt',
    });
    assert.match(updatedSince ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });
});

describe('the row of a long change', () => {
  it('is gone after the change, and after one that failed', async () => {
    const { companyId, worker } = await createCompany();
    const notes = () => sql`select from running_changes where company_id = ${companyId}`;
    await runLongChange(worker, companyId, async () => assert.equal((await notes()).length, 1));
    assert.equal((await notes()).length, 0);
    const failing = runLongChange(worker, companyId, () => Promise.reject(new Error('refused')));
    await assert.rejects(failing, /refused/);
    assert.equal((await notes()).length, 0);
  });

  it('stays while the change runs, however long, and is deleted a minute after its node has died', async () => {
    const { companyId, worker } = await createCompany();
    const [running, dead, young] = [
      await insertRunningChange(sql, companyId),
      await insertRunningChange(sql, companyId),
      await insertRunningChange(sql, companyId),
    ];
    await sql`
      update running_changes set begun_at = now() - interval '61 seconds' where id in ${sql([running, dead])}`;
    assert.ok((await selectCompaniesWithOldRunningChanges(sql)).includes(companyId));
    await inRunningChange(worker, companyId, running, async () => {
      await deleteDeadChanges({
        sql,
        log: { info: () => {}, error: assert.fail },
        signal: new AbortController().signal,
      });
      const left = await sql<{ id: number }[]>`
        select id from running_changes where company_id = ${companyId} order by id`;
      assert.deepEqual(
        left.map(({ id }) => id),
        [running, young],
      );
    });
  });

  it('is needed: a change whose row was deleted before it began changes nothing', async () => {
    const { companyId, worker } = await createCompany();
    const note = await insertRunningChange(sql, companyId);
    await sql`update running_changes set begun_at = now() - interval '2 minutes' where id = ${note}`;
    assert.equal(await deleteDeadRunningChanges(sql, companyId), 1);
    await assert.rejects(
      inRunningChange(worker, companyId, note, () => assert.fail('begun')),
      /row of a long change/,
    );
  });

  it('is the only way to take long: other transactions are undone', async () => {
    const { companyId } = await createCompany();
    const slow = limited(async (tx) => {
      await tx`update companies set name = 'Too late' where id = ${companyId}`;
      await tx`select pg_sleep(0.05)`;
    }, 20);
    await assert.rejects(sql.begin(slow), { code: 'busy' });
    const allowed = limited(async (tx) => {
      allowLong(tx);
      await tx`update companies set name = 'In time' where id = ${companyId}`;
      await tx`select pg_sleep(0.05)`;
    }, 20);
    await sql.begin(allowed);
    const [company] = await sql<{ name: string }[]>`select name from companies where id = ${companyId}`;
    assert.equal(company?.name, 'In time');
  });
});

describe('pages by cursor', () => {
  for (const order of [
    'sortOrder=asc',
    'sortOrder=desc',
    'sortField=createdAt',
    'sortField=updatedAt&sortOrder=asc',
  ])
    it(`have everybody once, although people come and go meanwhile (${order})`, async () => {
      const company = await createCompany();
      const people = await company.addPeople(9);
      const gone = people[3] ?? 0;
      const address = `/employees?perPage=2&${order}&cursor=`;
      const first = await company.read(address);
      await sql`delete from employees where id = ${gone}`;
      const added = await company.addPeople(2);
      const rest = await company.readAll(first._links.next?.href ?? '');
      const found = [...first.data.map(({ id }) => id), ...rest.ids];
      assert.equal(new Set(found).size, found.length, 'nobody is repeated');
      assert.deepEqual(
        found.filter((id) => id !== gone && !added.includes(id)).sort((a, b) => a - b),
        people.filter((id) => id !== gone),
      );
      assert.deepEqual(
        [first, ...rest.pages].map(({ page }) => page),
        Array.from({ length: rest.pages.length + 1 }, (_, index) => index + 1),
      );
      for (const page of rest.pages) {
        assert.equal(page.total, 9, 'as counted for the first page');
        assert.equal(page._links.changes.href, first._links.changes.href, 'that of the first page counts');
      }
    });

  it('bring people who change meanwhile again, if they are in the order of changes', async () => {
    const { addPeople, read, readAll } = await createCompany();
    const people = await addPeople(4);
    const first = await read('/employees?perPage=2&sortField=updatedAt&sortOrder=asc&cursor=');
    await sql`update employees set updated_at = now() where id = ${people[0] ?? 0}`;
    const { ids } = await readAll(first._links.next?.href ?? '');
    assert.deepEqual(ids, [people[2], people[3], people[0]]);
  });

  it('distinguish people who changed in the same millisecond', async () => {
    const { addPeople, readAll } = await createCompany();
    const people = await addPeople(5);
    for (const [index, id] of people.entries())
      await sql`
        update employees set updated_at = '2026-11-01 10:00:00.123456'::timestamptz + ${index} * interval '1 microsecond'
        where id = ${id}`;
    const { ids } = await readAll('/employees?perPage=1&sortField=updatedAt&sortOrder=asc&cursor=');
    assert.deepEqual(ids, people);
  });

  it('end with the last page, which has no next one, as numbered pages do', async () => {
    const { addPeople, readAll } = await createCompany();
    await addPeople(4);
    for (const mode of ['cursor=', 'page=1']) {
      const { pages, ids } = await readAll(`/employees?perPage=2&${mode}`);
      assert.equal(pages.length, 2, mode);
      assert.equal(new Set(ids).size, 4);
    }
  });

  it('refuse a cursor that was changed, or belongs to another list, company or key', async () => {
    const company = await createCompany();
    const other = await createCompany();
    await company.addPeople(3);
    const hrIntegrationId = await company.newIntegration();
    const key = await createKey(sql, company.companyId, OPERATOR, {
      environment: 'staging',
      name: 'restricted',
      permissions: PERMISSIONS,
      integrationIds: [hrIntegrationId],
    });
    const { _links } = await company.read('/employees?perPage=1&cursor=');
    const address = (_links.next?.href ?? '').replace(BASE, '');
    const cursor = new URL(_links.next?.href ?? '').searchParams.get('cursor') ?? '';
    const asRestricted = (url: string) => service.app.inject({ url, headers: { authorization: basic(key) } });
    const refused: [string, Promise<Awaited<ReturnType<typeof company.get>>>][] = [
      ['nonsense', company.get('/employees?perPage=1&cursor=nonsense')],
      ['another value', company.get(address.replace(cursor, cursor.replace(/\.[^.]+/, '.MQ')))],
      ['another signature', company.get(address.replace(cursor, `${cursor.slice(0, -2)}xx`))],
      ['another filter', company.get(`${address}&search=ada`)],
      ['another order', company.get(`${address}&sortOrder=asc`)],
      ['another route', company.get(`/employee-documents?perPage=1&cursor=${cursor}`)],
      ['another company', other.get(address)],
      ['another scope', asRestricted(address)],
    ];
    for (const [what, answer] of refused) {
      assertProblem(await answer, 422, 'invalid-values');
      assert.equal((await answer).json().errors[0].pointer, '/cursor', what);
    }
    assert.equal((await company.get(`${address.replace('perPage=1', 'perPage=2')}`)).statusCode, 200);
    const { data } = (await asRestricted('/employees?cursor=')).json();
    assert.equal(data.total, 0, 'a restricted key pages through its own people');
  });

  it('refuse a page number, and changes in descending order', async () => {
    const { get } = await createCompany();
    for (const [query, pointer] of [
      ['page=2&cursor=', '/page'],
      ['sortField=updatedAt&cursor=', '/sortOrder'],
    ] as const) {
      const answer = await get(`/employees?${query}`);
      assertProblem(answer, 422, 'invalid-values');
      assert.equal(answer.json().errors[0].pointer, pointer);
    }
  });
});

describe('every list of records', async () => {
  const company = await createCompany();
  await company.sync([entry('A'), entry('B'), entry('C')], { syncId: 'first' });
  await company.sync([entry('A'), entry('B')], { syncId: 'second' });
  for (const body of ['{', '{}']) await company.send(`/hr-integrations/${company.integrationId}/sync`, body);
  await company.newIntegration('Other');
  const [person] = (await company.read('/employees')).data;
  const employeeId = person?.id ?? 0;
  for (let count = 0; count < 2; count++) await addDocument(service, company.companyId, { employeeId });
  await sql`update documents set updated_at = now() where employee_id = ${employeeId}`;
  const { operations, assertFits } = await readDescription(service.app);
  const ids: Record<string, string> = { '{syncId}': 'first' };
  const addressOf = (path: string) =>
    path
      .replace('{id}', String(path.startsWith('/employees') ? employeeId : company.integrationId))
      .replace('{syncId}', ids['{syncId}'] ?? '');
  const lists = operations.filter(({ operation }) =>
    operation.parameters?.some(({ name }) => name === 'cursor'),
  );

  it('is one of these', () => {
    assert.deepEqual(lists.map(({ path }) => path).sort(), [
      '/employee-documents',
      '/employees',
      '/employees/{id}/documents',
      '/hr-integrations',
      '/hr-integrations/{id}/attempts',
      '/hr-integrations/{id}/syncs',
      '/hr-integrations/{id}/syncs/{syncId}/changes',
    ]);
  });

  for (const { path } of lists)
    it(`has pages by cursor and can be followed: ${path}`, async () => {
      const { pages, ids: found } = await company.readAll(`${addressOf(path)}?perPage=1&cursor=`);
      assertFits(path, await company.get(`${addressOf(path)}?perPage=1&cursor=`));
      assert.equal(found.length, pages[0]?.total, path);
      assert.ok(found.length >= 2, `${path} has ${found.length}`);
      assert.equal(new Set(found).size, found.length);
      const changes = await company.read(pages[0]?._links.changes.href ?? '');
      assert.equal(changes.total, found.length, 'changed within the last minute');
      const later = await company.read(`${addressOf(path)}?updatedSince=2999-01-01`);
      assert.equal(later.total, 0);
    });
});
