import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { EventType } from '../../../../src/domain/events/event-types.ts';
import { readEvents } from '../../../../src/domain/events/read-events.ts';
import { JOBS } from '../../../../src/jobs/jobs.ts';
import { rollBackAfter } from '../../../../src/platform/db/roll-back.ts';
import { performAndCompare } from '../../../../src/views/timeline/perform-and-compare.ts';
import { cancel, enrol, pause } from '../../support/actions.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql, bulk } = await createTestDatabase();

async function createCompany(today: string, options: Parameters<typeof TestCompany.create>[2] = {}) {
  const company = await TestCompany.create(sql, today, options);
  let after = 0;
  /** The events of one type since the last call. */
  const told = async (type: EventType) => {
    const { events } = await readEvents(sql, company.id, { after, perPage: 10_000 });
    after = events.at(-1)?.number ?? after;
    return events.filter((event) => event.type === type).map(({ data }) => data);
  };
  /** Changes of statuses, as `employee previous > status`. */
  const changes = async () =>
    (await told('subscription.changed')).map(
      ({ employeeId, previousStatus, status }) => `${employeeId} ${previousStatus} > ${status}`,
    );
  const updatedAt = async (id: number) => {
    const [row] = await sql<{ at: string }[]>`select updated_at::text as at from employees where id = ${id}`;
    return row?.at ?? '';
  };
  /** The clock goes on although no node runs. */
  const whileDown = (day: string) =>
    sql`update companies set clock_frozen_on = ${day} where id = ${company.id}`;
  const tick = () =>
    JOBS['issue-due-tickets']({
      sql: bulk,
      log: { info: () => {}, error: ({ err }: { err?: unknown }) => assert.fail(String(err)) },
      signal: new AbortController().signal,
    });
  return { company, told, changes, updatedAt, whileDown, tick };
}

test('an action tells the change of a status once, also inside another transaction that opens the day', async () => {
  const { company, changes } = await createCompany('2026-03-05');
  const id = await company.addPerson();
  await company.roster([{ id, facts: { startDate: '2020-01-01' } }]);
  assert.deepEqual(await changes(), [`${id} no-subscription > scheduled`]);
  await company.on('2026-04-01');
  assert.deepEqual(await changes(), [`${id} scheduled > active`]);
  await sql.begin((tx) => performAndCompare(tx, company.id, id, OPERATOR, 'pause', { fromMonth: '2026-05' }));
  assert.deepEqual(await changes(), [`${id} active > scheduled-pause`]);
  await sql.begin((tx) => pause(tx, company.id, id, OPERATOR, { fromMonth: '2026-07' }));
  assert.deepEqual(await changes(), [], 'another pause leaves the status as it is');
});

test('what is rolled back or refused tells nothing', async () => {
  const { company, changes } = await createCompany('2026-03-01');
  const id = await company.addPerson();
  await company.roster([{ id, facts: {} }]);
  await changes();
  await rollBackAfter(sql, (tx) => cancel(tx, company.id, id, OPERATOR));
  await assert.rejects(sql.begin((tx) => enrol(tx, company.id, id, OPERATOR)));
  assert.deepEqual(await changes(), []);
});

test('the passing of a day is told by the ticker, once, and moves updatedAt of those whose status changes', async () => {
  const { company, changes, updatedAt, whileDown, tick } = await createCompany('2026-03-05');
  const [starts, stays] = [await company.addPerson(), await company.addPerson()];
  await company.roster([{ id: starts, facts: {} }]);
  await changes();
  const before = { starts: await updatedAt(starts), stays: await updatedAt(stays) };
  await whileDown('2026-03-06');
  await tick();
  assert.deepEqual(await changes(), []);
  assert.equal(await updatedAt(starts), before.starts);
  await whileDown('2026-04-01');
  await tick();
  await tick();
  assert.deepEqual(await changes(), [`${starts} scheduled > active`]);
  assert.notEqual(await updatedAt(starts), before.starts);
  assert.equal(await updatedAt(stays), before.stays);
});

test('a clock that is moved over months tells every change on its way', async () => {
  const { company, changes } = await createCompany('2026-03-01');
  const id = await company.addPerson();
  await company.roster([{ id, facts: {} }]);
  await sql.begin((tx) =>
    pause(tx, company.id, id, OPERATOR, { fromMonth: '2026-06', untilMonth: '2026-07' }),
  );
  await changes();
  await company.on('2026-12-24');
  assert.deepEqual(await changes(), [`${id} scheduled-pause > paused`, `${id} paused > active`]);
});

test('a company without traffic for weeks is told the change from its last status to the present one', async () => {
  const { company, changes, whileDown, tick } = await createCompany('2026-03-01');
  const id = await company.addPerson();
  await company.roster([{ id, facts: {} }]);
  await sql.begin((tx) =>
    pause(tx, company.id, id, OPERATOR, { fromMonth: '2026-04', untilMonth: '2026-04' }),
  );
  await changes();
  await whileDown('2026-05-20');
  await tick();
  assert.deepEqual(await changes(), [`${id} scheduled-pause > active`]);
});

test('an offer that nobody answers is told as lapsed, once, and moves updatedAt', async () => {
  const { company, told, updatedAt } = await createCompany('2026-03-01', { planType: 'split-pay-plan' });
  const [id, withdrawn] = [await company.addPerson(), await company.addPerson()];
  await company.roster([
    { id, facts: {} },
    { id: withdrawn, facts: {} },
  ]);
  await company.roster([{ id: withdrawn, facts: null }]);
  const [offer] = await sql<{ id: number }[]>`select id from contract_offers where employee_id = ${id}`;
  await company.on('2026-04-30');
  assert.deepEqual(await told('contract.lapsed'), []);
  const before = await updatedAt(id);
  await company.on('2026-05-01');
  assert.notEqual(await updatedAt(id), before);
  assert.deepEqual(await told('contract.lapsed'), [
    { employeeId: id, contractId: offer?.id, reason: 'enrolment' },
  ]);
  await company.on('2026-08-01');
  assert.deepEqual(await told('contract.lapsed'), []);
});

test('more than 1,000 changes of a day are one event', async () => {
  const { company, told, whileDown, tick } = await createCompany('2026-03-05');
  await sql`
    insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start, told_status)
    select ${company.id}, 'Ada', 'B', n || '@example.com', '1990-01-01', 1, '2026-04-01', 'scheduled'
    from generate_series(1, 1001) n`;
  await told('subscription.changed');
  await whileDown('2026-04-01');
  await tick();
  assert.deepEqual(await told('subscription.changed'), [{ count: 1_001 }]);
});
