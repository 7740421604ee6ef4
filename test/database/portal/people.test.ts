import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { Overtaken } from '../../../src/platform/claims/claims.ts';
import { claimBulkAction } from '../../../src/views/bulk-actions/bulk-actions-sql.ts';
import { performBatch } from '../../../src/views/bulk-actions/perform-batch.ts';
import { addPerson, freezeClock, type Person } from '../support/people.ts';
import { performBulkActions } from '../support/perform-bulk-actions.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createPortalCompany } from './portal.ts';

const service = await createTestService();
const { sql } = service.database;
const runJob = () => performBulkActions(sql);

async function claimOrder(companyId: number) {
  const [order] = await claimBulkAction(sql, companyId);
  assert(order);
  return order;
}

/** A dead node's claims end: time passes in the database, and no test waits. */
const endClaims = (companyId: number) =>
  sql`update bulk_actions set claimed_until = now() where company_id = ${companyId} and claim is not null`;

async function createCompany() {
  const { company, admin } = await createPortalCompany(service);
  const companyId = company.id;
  await freezeClock(sql, companyId);
  await sql`update companies set issued_through = '2026-11-01' where id = ${companyId}`;
  await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { subsidyCents: 2500 }));
  const integrationId = await createIntegration(sql, companyId, OPERATOR, {
    name: 'HR',
    type: 'api-integration',
  });
  const add = (lastName: string, person: Person = {}, hrId?: string) =>
    addPerson(sql, companyId, {
      lastName,
      email: `${lastName.replaceAll(' ', '').toLowerCase()}@example.com`,
      ...person,
      ...(hrId && { links: [{ integrationId, hrId }] }),
    });
  const names = async (query: string): Promise<string[]> =>
    (await admin.send(`/employees?${query}`))
      .json()
      .data.data.map(({ lastName }: { lastName: string }) => lastName);
  const preview = async (order: object) =>
    (await admin.send('/bulk-actions/preview', { method: 'POST', body: order })).json().data;
  const start = async (order: object) =>
    (await admin.send('/bulk-actions', { method: 'POST', body: order })).json().data;
  const result = async (id: number) => (await admin.send(`/bulk-actions/${id}`)).json().data;
  const outcomes = async (id: number): Promise<[string, string | null, string | null][]> =>
    (await admin.send(`/bulk-actions/${id}/people?perPage=100`))
      .json()
      .data.data.map((one: { lastName: string; outcome: string; reason: string }) => [
        one.lastName,
        one.outcome,
        one.reason,
      ]);
  const statusOf = async (id: number): Promise<string> =>
    (await admin.send(`/employees/${id}`)).json().data.employee.subscription.status;
  return { companyId, admin, add, names, preview, start, result, outcomes, statusOf, integrationId };
}

const ACTIVE: Person = { termStart: '2026-01-01', tickets: ['2026-11'] };

describe('the table of people', () => {
  it('is sorted as Germans sort, by status, start, next ticket and the value of personnel numbers', async () => {
    const { add, names } = await createCompany();
    await add('Brückner', ACTIVE, '10');
    await add('Böhm', {}, '9');
    await add('Bäcker', { termStart: '2026-03-01', tickets: ['2026-11'] }, 'B2');
    await add('Zander', { termStart: '2027-01-01' });
    assert.deepEqual(await names('sortField=name&sortOrder=asc'), ['Bäcker', 'Böhm', 'Brückner', 'Zander']);
    assert.deepEqual(await names('sortField=name&sortOrder=desc'), ['Zander', 'Brückner', 'Böhm', 'Bäcker']);
    const byNumber = await names('sortField=personnelNumber&sortOrder=asc');
    assert.deepEqual(byNumber, ['Böhm', 'Brückner', 'Bäcker', 'Zander']);
    const byStart = await names('sortField=start&sortOrder=asc');
    assert.deepEqual(byStart, ['Brückner', 'Bäcker', 'Böhm', 'Zander']);
    const byNext = await names('sortField=nextTicket&sortOrder=desc');
    assert.deepEqual(byNext, ['Zander', 'Brückner', 'Bäcker', 'Böhm']);
    const byStatus = await names('sortField=status&sortOrder=asc');
    assert.deepEqual(byStatus, ['Böhm', 'Zander', 'Bäcker', 'Brückner']);
    const second = await names('sortField=name&sortOrder=asc&perPage=2&page=2');
    assert.deepEqual(second, ['Brückner', 'Zander']);
  });

  it('can show those for whom nobody has ordered a ticket', async () => {
    const { add, names } = await createCompany();
    await add('Waits', {}, '1');
    await add('Has one', ACTIVE, '2');
    await add('By hand');
    assert.deepEqual(await names('waiting=true&sortField=name'), ['Waits']);
    assert.deepEqual(await names('waiting=true'), ['Waits']);
  });

  it('is exported as it is shown: filters, order, columns and language', async () => {
    const { add, admin } = await createCompany();
    const id = await add('Ölmann', ACTIVE, '007');
    await add('Zander', { ...ACTIVE, planType: 'split-pay-plan' }, '8');
    await add('Ende', { termStart: '2026-01-01', termEnd: '2026-02-01' });
    const path =
      '/employees.csv?subscriptionStatuses=active&sortField=name&sortOrder=asc&columns=personnelNumber,status,contribution,start';
    const lines = async (language: string) =>
      (await admin.send(`${path}&language=${language}`)).body.trimEnd().split('\r\n');
    const german = await lines('de');
    assert.deepEqual(german.slice(0, 2), [
      '\uFEFF"Interne ID";"Vorname";"Nachname";"E-Mail-Adresse";"Personalnummer";"Status";"Eigenanteil nächstes Ticket (EUR)";"Begonnen"',
      `"${id}";"Ada";"Ölmann";"ölmann@example.com";"007";"Aktiv";"0,00";"01.01.2026"`,
    ]);
    assert.match(german[2] ?? '', /"Zander";"zander@example.com";"8";"Aktiv";"34,85";"01.01.2026"$/);
    assert.equal(german.length, 3);
    const { body: ended } = await admin.send('/employees.csv?columns=contribution&language=de&search=Ende');
    assert.match(ended, /"ende@example.com";""?\r\n$/, 'nobody pays without a next ticket');
    assert.match(
      (await lines('en'))[2] ?? '',
      /"Zander","zander@example.com","8","Active","34.85","2026-01-01"$/,
    );
  });
});

describe('an action about many people', () => {
  it('shows one sum before: for how many, at what cost, and for whom not and why', async () => {
    const { add, preview } = await createCompany();
    const ids = [
      await add('Full', ACTIVE),
      await add('Split', { ...ACTIVE, planType: 'split-pay-plan' }),
      await add('None'),
    ];
    const order = { who: { ids }, action: 'change-plan', planType: 'split-pay-plan' };
    assert.deepEqual(await preview(order), {
      people: 3,
      possible: 1,
      refusals: [
        {
          reason: 'plan-in-force',
          values: null,
          message: 'This plan is already in force.',
          people: 1,
          names: [{ employeeId: ids[1], firstName: 'Ada', lastName: 'Split' }],
        },
        {
          reason: 'no-subscription',
          values: null,
          message: 'There is no subscription.',
          people: 1,
          names: [{ employeeId: ids[2], firstName: 'Ada', lastName: 'None' }],
        },
      ],
      groups: [
        {
          planType: 'split-pay-plan',
          from: '2026-12-01',
          people: 1,
          needsContract: true,
          employerCents: 2500,
          contributionCents: 3485,
        },
      ],
      monthlyCents: { employer: 2500 - 5985, employees: 3485 },
      from: '2026-12-01',
      until: null,
      cutOff: null,
    });
    const cancelled = await preview({ who: { ids }, action: 'cancel' });
    assert.deepEqual(
      [cancelled.possible, cancelled.monthlyCents, cancelled.until, cancelled.cutOff],
      [2, { employer: -5985 - 2500, employees: -3485 }, '2026-12-31', { untilDay: 10, hasPassed: true }],
    );
    const paused = await preview({ who: { ids }, action: 'pause', untilMonth: '2027-02' });
    assert.deepEqual([paused.possible, paused.from, paused.until], [2, '2026-12-01', '2027-02-28']);
    const ordered = await preview({ who: { filter: {} }, action: 'enrol', planType: 'deferred-plan' });
    assert.deepEqual([ordered.people, ordered.possible], [3, 1]);
    assert.deepEqual(ordered.monthlyCents, { employer: 2500, employees: 3485 });
  });

  it('is done person by person, and the result says for whom not', async () => {
    const { companyId, add, start, result, outcomes, statusOf, names } = await createCompany();
    const many = await Promise.all(Array.from({ length: 30 }, (_, n) => add(`Active ${n}`, ACTIVE)));
    await add('None');
    await add('Ended', { termStart: '2026-01-01', termEnd: '2026-02-01' });
    const bulk = await start({ who: { filter: { search: 'a' } }, action: 'cancel', people: 32 });
    assert.deepEqual([bulk.people, bulk.done, bulk.finishedAt], [32, 0, null]);
    await runJob();
    const { done, refused, failed, finishedAt } = await result(bulk.id);
    assert.deepEqual([done, refused, failed, finishedAt !== null], [30, 2, 0, true]);
    assert.deepEqual(
      (await outcomes(bulk.id)).filter(([, outcome]) => outcome !== 'done'),
      [
        ['Ended', 'refused', 'ended'],
        ['None', 'refused', 'no-subscription'],
      ],
    );
    assert.equal(await statusOf(many[0] ?? 0), 'scheduled-cancellation');
    assert.equal((await names('subscriptionStatuses=scheduled-cancellation&perPage=100')).length, 30);
    const log = await sql<{ action: string; number: number }[]>`
      select action, count(*) as number from audit_log where company_id = ${companyId} and actor_type = 'portal-user'
        and action in ('bulk-action-started', 'subscription-cancelled') group by 1 order by 1`;
    assert.deepEqual(
      log.map(({ action, number }) => [action, number]),
      [
        ['bulk-action-started', 1],
        ['subscription-cancelled', 30],
      ],
    );
  });

  it('leaves out those for whom it was done before', async () => {
    const { add, start, outcomes } = await createCompany();
    const before = await add('Before', ACTIVE);
    await start({ who: { ids: [before] }, action: 'cancel', people: 1 });
    await runJob();
    const now = await add('Now', ACTIVE);
    const { id } = await start({ who: { ids: [before, now] }, action: 'cancel', people: 2 });
    await runJob();
    assert.deepEqual(await outcomes(id), [
      ['Before', 'refused', 'already-cancelled'],
      ['Now', 'done', null],
    ]);
  });

  it('leaves each person done or not if a node dies, and another node goes on', async () => {
    const { companyId, add, start, result, outcomes, names } = await createCompany();
    for (let n = 0; n < 6; n++) await add(`P${n}`, ACTIVE);
    const bulk = await start({ who: { filter: {} }, action: 'pause', people: 6 });
    const batch = { max: 2 };
    const first = await claimOrder(companyId);
    assert.deepEqual(await claimBulkAction(sql, companyId), [], 'one node at a time');
    await sql.begin((tx) => performBatch(tx, first, batch));
    const second = await claimOrder(companyId);
    // The node dies after it has done two more, before it commits.
    await assert.rejects(
      sql.begin(async (tx) => {
        await performBatch(tx, second, batch);
        throw new Error('died');
      }),
      /died/,
    );
    assert.deepEqual(
      (await outcomes(bulk.id)).map(([, outcome]) => outcome),
      ['done', 'done', null, null, null, null],
    );
    assert.deepEqual(await names('subscriptionStatuses=scheduled-pause&sortField=name&sortOrder=asc'), [
      'P0',
      'P1',
    ]);
    assert.equal((await result(bulk.id)).finishedAt, null);
    await endClaims(companyId);
    const third = await claimOrder(companyId);
    await assert.rejects(
      sql.begin((tx) => performBatch(tx, second, batch)),
      Overtaken,
    );
    await sql.begin((tx) => performBatch(tx, third, batch));
    await Promise.all([runJob(), runJob()]);
    assert.equal((await result(bulk.id)).done, 6);
    const [{ entries } = { entries: 0 }] = await sql<{ entries: number }[]>`
      select count(*) as entries from audit_log where company_id = ${companyId} and action = 'subscription-paused'`;
    assert.equal(entries, 6);
  });

  it('fails for nobody if the database goes away meanwhile: the same people are done later', async () => {
    const { companyId, add, start, result, outcomes } = await createCompany();
    const people: number[] = [];
    for (let n = 0; n < 3; n++) people.push(await add(`P${n}`, ACTIVE));
    await sql.unsafe(`
      create function go_away_for_test() returns trigger language plpgsql as $$
        begin raise 'terminating connection' using errcode = '57P01'; end $$`);
    await sql.unsafe(`
      create trigger go_away_for_test before update on employees for each row
        when (new.id = ${people[1]}) execute function go_away_for_test()`);
    const bulk = await start({ who: { filter: {} }, action: 'cancel', people: 3 });
    const order = await claimOrder(companyId);
    await assert.rejects(
      sql.begin((tx) => performBatch(tx, order)),
      /terminating connection/,
    );
    await sql`drop function go_away_for_test cascade`;
    await endClaims(companyId);
    assert.deepEqual(
      (await outcomes(bulk.id)).map(([, outcome]) => outcome),
      [null, null, null],
    );
    await runJob();
    const { done, failed, finishedAt } = await result(bulk.id);
    assert.deepEqual([done, failed, finishedAt !== null], [3, 0, true]);
  });

  it('fails for one person if something unexpected happens to them, and is done for the others', async () => {
    const { companyId, add, start, result, outcomes } = await createCompany();
    const people: number[] = [];
    for (let n = 10; n < 40; n++) people.push(await add(`P${n}`, ACTIVE));
    await sql.unsafe(`
      create function fail_for_test() returns trigger language plpgsql as $$ begin raise 'unexpected'; end $$`);
    await sql.unsafe(`
      create trigger fail_for_test before update on employees for each row
        when (new.id = ${people[27]}) execute function fail_for_test()`);
    const bulk = await start({ who: { filter: {} }, action: 'cancel', people: 30 });
    await runJob();
    await sql`drop function fail_for_test cascade`;
    const { done, refused, failed, finishedAt } = await result(bulk.id);
    assert.deepEqual([done, refused, failed, finishedAt !== null], [29, 0, 1, true]);
    assert.deepEqual(
      (await outcomes(bulk.id)).filter(([, outcome]) => outcome === 'failed'),
      [['P37', 'failed', null]],
    );
    const [{ entries } = { entries: 0 }] = await sql<{ entries: number }[]>`
      select count(*) as entries from audit_log where company_id = ${companyId} and action = 'subscription-cancelled'`;
    assert.equal(entries, 29);
  });

  it('is refused if another number of people is selected by now', async () => {
    const { add, admin } = await createCompany();
    await add('One', ACTIVE);
    const order = { who: { filter: {} }, action: 'cancel', people: 2 };
    assertProblem(await admin.send('/bulk-actions', { method: 'POST', body: order }), 409, 'conflict');
  });

  it('mails the links only where mail is set up', async () => {
    const { add, admin, preview, start, outcomes } = await createCompany();
    await add('Present', ACTIVE, '1');
    await add('Left', { ...ACTIVE });
    const order = { who: { filter: {} }, action: 'send-links' };
    const answer = await admin.send('/bulk-actions/preview', { method: 'POST', body: order });
    assert.equal(answer.json().code, 'mail-not-configured');
    await sql`
      insert into installation (environment, mail) values ('staging', 'outbox')
      on conflict (only_row) do update set mail = excluded.mail`;
    assert.equal((await preview(order)).possible, 2);
    const bulk = await start({ ...order, people: 2 });
    await runJob();
    assert.deepEqual(
      (await outcomes(bulk.id)).map(([, outcome]) => outcome),
      ['done', 'done'],
    );
    const [{ mails } = { mails: 0 }] = await sql<{ mails: number }[]>`
      select count(*) as mails from mails m join bulk_action_people p on p.company_id = m.company_id
        and p.employee_id = m.employee_id and p.bulk_action_id = ${bulk.id} where m.kind = 'page-link'
        and (m.about ->> 'bulkActionId')::bigint = p.bulk_action_id`;
    assert.equal(mails, 2);
  });
});

describe('a person who was added by hand', () => {
  it('can be edited; the log names the fields only, and another address ends the links', async () => {
    const { companyId, admin, add } = await createCompany();
    const id = await add('Tippfehler');
    const before = (await admin.send(`/employees/${id}`)).json().data;
    const body = { lastName: 'Richtig', email: 'richtig@example.com' };
    const after = (await admin.send(`/employees/${id}`, { method: 'PATCH', body })).json().data;
    assert.deepEqual([after.employee.lastName, after.employee.email], ['Richtig', 'richtig@example.com']);
    assert.notEqual(after.pageLink, before.pageLink);
    const [entry] = await sql<{ details: object }[]>`
      select details from audit_log where company_id = ${companyId} and action = 'employee-changed'`;
    assert.deepEqual(entry?.details, { fields: ['lastName', 'email'] });
    const events = await sql<{ type: string }[]>`select type from events where company_id = ${companyId}`;
    assert.ok(events.some(({ type }) => type === 'employee.updated'));
    assertProblem(
      await admin.send(`/employees/${id}`, { method: 'PATCH', body: { dateOfBirth: '2190-01-01' } }),
      422,
      'invalid-values',
    );
  });

  it('can have a personnel number, and what is wrong is marked at its own field', async () => {
    const { admin } = await createCompany();
    const person = {
      firstName: 'Hanna',
      lastName: 'Hand',
      email: 'h@example.com',
      dateOfBirth: '1990-01-01',
    };
    const create = (body: object) =>
      admin.send('/employees', { method: 'POST', body: { ...person, ...body } });
    const made = (await create({ personnelNumber: 'H-4711' })).json().data;
    assert.equal(made.employee.payroll.personnelNumber, 'H-4711');
    for (const search of ['Hand', 'H-4711', 'h-47']) {
      const { data } = (await admin.send(`/employees?search=${search}`)).json().data;
      assert.deepEqual(
        data.map((found: { payroll: { personnelNumber: string } }) => found.payroll.personnelNumber),
        ['H-4711'],
        search,
      );
    }
    for (const [field, value] of [
      ['firstName', ' '],
      ['lastName', 'a\u0007b'],
      ['email', 'nobody'],
      ['dateOfBirth', '2190-01-01'],
      ['personnelNumber', 'x'.repeat(101)],
    ] as const) {
      const { errors } = assertProblem(await create({ [field]: value }), 422, 'invalid-values');
      assert.deepEqual(
        errors?.map(({ pointer }: { pointer: string }) => pointer),
        [`/${field}`],
      );
    }
  });

  it('stays the same person once something was issued', async () => {
    const { admin, add } = await createCompany();
    const id = await add('Lovelace', ACTIVE);
    const change = (body: object) => admin.send(`/employees/${id}`, { method: 'PATCH', body });
    assert.equal(
      (await change({ dateOfBirth: '1990-02-04', firstName: 'Bo' })).json().reason,
      'another-person',
    );
    assert.equal((await change({ dateOfBirth: '1990-02-04' })).statusCode, 200);
    assert.equal((await change({ lastName: 'King', email: 'king@example.com' })).statusCode, 200);
  });

  it('can be deleted while nothing was issued, with an open offer', async () => {
    const { companyId, admin, add, statusOf } = await createCompany();
    const id = await add('Versehen', { planType: 'split-pay-plan' });
    await admin.send(`/employees/${id}/actions/enrol`, { method: 'POST', body: {} });
    assert.equal(await statusOf(id), 'no-subscription');
    const remove = (who: number) => admin.send(`/employees/${who}`, { method: 'DELETE' });
    assert.equal((await remove(id)).statusCode, 204);
    assertProblem(await admin.send(`/employees/${id}`), 404, 'not-found');
    assertProblem(await remove(id), 404, 'not-found');
    const events = await sql<{ type: string; data: { employeeId: number } }[]>`
      select type, data from events where company_id = ${companyId} and type = 'employee.offboarded'`;
    assert.deepEqual(
      events.map(({ data }) => data.employeeId),
      [id],
    );
    assert.equal((await remove(await add('Hat ein Ticket', ACTIVE))).json().reason, 'something-issued');
  });

  it('is one whom no HR integration has ever listed', async () => {
    const { admin, add, integrationId } = await createCompany();
    const listed = await add('Listed', {}, '1');
    const left = await add('Left', { links: [{ integrationId, hrId: '2', ended: true }] });
    for (const id of [listed, left])
      for (const request of [{ method: 'DELETE' }, { method: 'PATCH', body: { lastName: 'X' } }] as const)
        assert.equal((await admin.send(`/employees/${id}`, request)).json().reason, 'kept-by-hr');
  });
});
