import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { emit, emitted } from '../../../../src/domain/events/emit.ts';
import { EVENT_TYPES } from '../../../../src/domain/events/event-types.ts';
import {
  deleteOldEvents,
  giveNumbers,
  hasUnnumbered,
  lockCounter,
  selectCompaniesWithOldEvents,
  selectEvents,
  selectOldestNumber,
} from '../../../../src/domain/events/events-sql.ts';
import { numberEvents } from '../../../../src/domain/events/number-events.ts';
import { numberNewEvents } from '../../../../src/jobs/number-events.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql, bulk } = await createTestDatabase();

const newCompany = async () => (await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' })).id;
const eventsOf = (companyId: number) => selectEvents(sql, companyId, { after: 0, limit: 1_000_000 });
const idsOf = async (companyId: number) => (await eventsOf(companyId)).map(({ data }) => data['employeeId']);
const numbersOf = async (companyId: number) => (await eventsOf(companyId)).map(({ number }) => number);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Tells an event in a transaction that stays open until it is asked to end. */
async function tellSlowly(companyId: number, employeeId: number) {
  const told = Promise.withResolvers<void>();
  const ends = Promise.withResolvers<boolean>();
  const ended = sql
    .begin(async (tx) => {
      await emit(tx, companyId, 'employee.added', [{ employeeId }]);
      told.resolve();
      if (!(await ends.promise)) throw new Error('rolled back');
    })
    .catch((error: Error) => assert.equal(error.message, 'rolled back'));
  await told.promise;
  return {
    async end(commits: boolean) {
      ends.resolve(commits);
      await ended;
    },
  };
}

test('a transaction that commits later gets the later number, and one that is rolled back gets none', async () => {
  const companyId = await newCompany();
  const [first, second, third] = [
    await tellSlowly(companyId, 1),
    await tellSlowly(companyId, 2),
    await tellSlowly(companyId, 3),
  ];
  await third.end(true);
  assert.equal(await numberEvents(sql, companyId), 1);
  assert.deepEqual(await idsOf(companyId), [3]);
  await second.end(false);
  assert.equal(await numberEvents(sql, companyId), 0);
  await first.end(true);
  await numberEvents(sql, companyId);
  assert.deepEqual(await idsOf(companyId), [3, 1]);
  assert.deepEqual(await numbersOf(companyId), [1, 2]);
});

test('numbers have no gaps while many transactions tell, some are rolled back, and several number at once', async () => {
  const companyId = await newCompany();
  const readers: number[][] = [];
  let last = 0;
  const read = async () => {
    await numberEvents(bulk, companyId);
    const found = await selectEvents(bulk, companyId, { after: last, limit: 1_000 });
    readers.push(found.map(({ number }) => number));
    last = Math.max(last, ...found.map(({ number }) => number));
  };
  // The open transactions keep connections of one pool, so the others use another one.
  const tellers = [0, 1, 2].map(async (remainder) => {
    for (let index = remainder; index < 60; index += 3) {
      const open = await tellSlowly(companyId, index);
      if (index % 2 === 0) await numberEvents(bulk, companyId);
      await open.end(remainder !== 0);
    }
  });
  const reader = async () => {
    for (let round = 0; round < 20; round++) await read();
  };
  await Promise.all([...tellers, reader()]);
  await read();
  assert.deepEqual(await numbersOf(companyId), upTo(40));
  assert.deepEqual(readers.flat(), upTo(40), 'a reader who goes on after the last number misses none');
});

test('a numberer that fails half-way leaves everything as it was, and another one goes on', async () => {
  const companyId = await newCompany();
  await sql.begin((tx) => emit(tx, companyId, 'employee.added', [{ employeeId: 1 }, { employeeId: 2 }]));
  const numbered = Promise.withResolvers<void>();
  const dies = Promise.withResolvers<never>();
  const dying = bulk.begin(async (tx) => {
    await giveNumbers(tx, companyId, await lockCounter(tx, companyId));
    numbered.resolve();
    await dies.promise;
  });
  await numbered.promise;
  const waits = numberEvents(sql, companyId);
  dies.reject(new Error('died'));
  await assert.rejects(dying, /died/);
  assert.equal(await waits, 2);
  assert.deepEqual(await numbersOf(companyId), [1, 2]);
});

test('more than 1,000 of a type in one transaction become one, with the fields in which they agree', async () => {
  const companyId = await newCompany();
  await sql.begin(async (tx) => {
    await emit(tx, companyId, 'employee.added', [{ employeeId: 1, syncId: 'a' }]);
    for (let part = 0; part < 3; part++)
      await emit(
        tx,
        companyId,
        'ticket.issued',
        Array.from({ length: 400 }, (_, index) => ({ employeeId: part * 400 + index, month: '2026-11' })),
      );
    await emit(tx, companyId, 'employee.added', [{ employeeId: 2, syncId: 'a' }]);
  });
  await sql.begin((tx) => emit(tx, companyId, 'ticket.issued', [{ employeeId: 7, month: '2026-11' }]));
  await numberEvents(sql, companyId);
  assert.equal(await hasUnnumbered(sql, companyId), false);
  assert.deepEqual(
    (await eventsOf(companyId)).map(({ number, type, data }) => [number, type, data]),
    [
      [1, 'employee.added', { employeeId: 1, syncId: 'a' }],
      [2, 'ticket.issued', { count: 1_200, month: '2026-11' }],
      [3, 'employee.added', { employeeId: 2, syncId: 'a' }],
      [4, 'ticket.issued', { employeeId: 7, month: '2026-11' }],
    ],
  );
});

test('a field that only some of the collected events have is not one in which all agree', async () => {
  const companyId = await newCompany();
  const people = (count: number) => Array.from({ length: count }, (_, index) => ({ employeeId: index }));
  await sql.begin(async (tx) => {
    await emit(tx, companyId, 'employee.added', people(600));
    await emit(
      tx,
      companyId,
      'employee.added',
      people(600).map((person) => ({ ...person, hrIntegrationId: 1, syncId: 'a' })),
    );
  });
  await numberEvents(sql, companyId);
  assert.deepEqual(
    (await eventsOf(companyId)).map(({ data }) => data),
    [{ count: 1_200 }],
  );
});

test('types that are not collected stay single events, however many they are', async () => {
  const companyId = await newCompany();
  const refused = Array.from({ length: 1_001 }, () => ({ hrIntegrationId: 1, status: 422 }));
  await sql.begin((tx) => emit(tx, companyId, 'sync.refused', refused));
  await numberEvents(sql, companyId);
  const found = await eventsOf(companyId);
  assert.equal(found.length, 1_001);
  assert.deepEqual(found.at(-1)?.data, refused[0]);
});

test('exactly 1,000 stay single events, and counted ones are added up', async () => {
  const companyId = await newCompany();
  const people = (count: number) => Array.from({ length: count }, (_, index) => ({ employeeId: index }));
  await sql.begin((tx) => emit(tx, companyId, 'employee.added', people(1_000)));
  await sql.begin(async (tx) => {
    await emit(tx, companyId, 'employee.added', people(1_001));
    await emit(tx, companyId, 'employee.added', people(5));
  });
  await numberEvents(sql, companyId);
  const found = await eventsOf(companyId);
  assert.equal(found.length, 1_001);
  assert.deepEqual(found.at(-1)?.data, { count: 1_006 });
});

test('a statement tells each of its rows, or their number', async () => {
  const companyId = await newCompany();
  const issued = emitted(sql, companyId, 'ticket.issued', {
    of: 'made',
    each: sql`'employeeId', r.id, 'month', r.month, 'ticketId', null::text`,
    all: sql`'month', '2026-11'::text`,
  });
  for (const rows of [0, 2, 1_001])
    await sql`with made as (select id, '2026-11' as month from generate_series(1, ${rows}) id), ${issued} select`;
  await numberEvents(sql, companyId);
  assert.deepEqual(
    (await eventsOf(companyId)).map(({ data }) => data),
    [
      { employeeId: 1, month: '2026-11' },
      { employeeId: 2, month: '2026-11' },
      { count: 1_001, month: '2026-11' },
    ],
  );
});

/** A plan for a single event compares all with all: these took 13 s, and 12,000 were not numbered within 30 s. */
test('thousands of events are numbered soon, also those of a company that the statistics do not know', async () => {
  const people = Array.from({ length: 1_000 }, (_, index) => ({ employeeId: index }));
  const known = await newCompany();
  await sql.begin((tx) => emit(tx, known, 'employee.added', people));
  await numberEvents(sql, known);
  await sql`vacuum analyze events`;
  const companyId = await newCompany();
  for (let part = 0; part < 3; part++) await sql.begin((tx) => emit(tx, companyId, 'employee.added', people));
  const begin = performance.now();
  assert.equal(await numberEvents(sql, companyId), 3_000);
  const ms = performance.now() - begin;
  assert.ok(ms < 3_000, `it took ${ms} ms`);
});

test('the job numbers the events of every company', async () => {
  const companies = [await newCompany(), await newCompany()];
  for (const companyId of companies)
    await sql.begin((tx) => emit(tx, companyId, 'employee.added', [{ employeeId: 1 }]));
  await numberNewEvents({
    sql,
    log: { info: () => {}, error: () => {} },
    signal: new AbortController().signal,
  });
  for (const companyId of companies) assert.deepEqual(await numbersOf(companyId), [1]);
});

test('events older than 90 days are deleted from the beginning, and numbers go on', async () => {
  const companyId = await newCompany();
  for (const days of [100, 91, 89, 95, 1]) {
    await sql.begin((tx) => emit(tx, companyId, 'employee.added', [{ employeeId: days }]));
    await sql`
      update events set created_at = now() - make_interval(days => ${days})
      where company_id = ${companyId} and number is null`;
    await numberEvents(sql, companyId);
  }
  assert.deepEqual(await selectCompaniesWithOldEvents(sql, 90), [companyId]);
  assert.equal(await deleteOldEvents(sql, companyId, 90, 100), 2);
  assert.deepEqual(await selectCompaniesWithOldEvents(sql, 90), []);
  assert.deepEqual(await numbersOf(companyId), [3, 4, 5]);
  await sql`delete from events where company_id = ${companyId}`;
  await sql.begin((tx) => emit(tx, companyId, 'employee.added', [{ employeeId: 6 }]));
  await numberEvents(sql, companyId);
  assert.deepEqual(await numbersOf(companyId), [6]);
});

test('old events are deleted in parts of the given size, and those of other companies stay', async () => {
  const [companyId, other] = [await newCompany(), await newCompany()];
  for (const id of [companyId, other]) {
    await sql.begin((tx) =>
      emit(
        tx,
        id,
        'employee.added',
        upTo(5).map((employeeId) => ({ employeeId })),
      ),
    );
    await numberEvents(sql, id);
  }
  await sql`update events set created_at = now() - interval '91 days' where company_id = any(${[companyId, other]}::bigint[])`;
  assert.equal(await deleteOldEvents(sql, companyId, 90, 3), 3);
  assert.deepEqual(await numbersOf(companyId), [4, 5]);
  assert.equal(await selectOldestNumber(sql, companyId), 4);
  assert.equal(await selectOldestNumber(sql, other), 1);
  assert.equal(await deleteOldEvents(sql, companyId, 90, 3), 2);
  assert.equal(await selectOldestNumber(sql, companyId), null);
  assert.equal((await numbersOf(other)).length, 5);
});

test('the schema knows exactly the types of the list', async () => {
  const [check] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'events_type_check'`;
  const known = [...(check?.definition ?? '').matchAll(/'([a-z.]+)'/g)].map((match) => match[1]);
  assert.deepEqual(known.sort(), [...EVENT_TYPES].sort());
});
