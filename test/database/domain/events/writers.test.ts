import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompanySettings } from '../../../../src/company/companies/companies-sql.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { readEvents } from '../../../../src/domain/events/read-events.ts';
import { createEmployee } from '../../../../src/people/employees/create-employee.ts';
import { linkEmployee } from '../../../../src/people/employees/link-employee.ts';
import { MAX_ATTEMPTS } from '../../../../src/rosters/apply/apply-run.ts';
import { decideDuplicate } from '../../../../src/rosters/decide/decide-duplicate.ts';
import { selectDuplicates } from '../../../../src/rosters/plan/duplicates-sql.ts';
import { addUpload } from '../../../../src/tickets/documents/add-upload.ts';
import { inDay } from '../../../../src/tickets/issue/open-day.ts';
import { perform } from '../../../../src/tickets/subscriptions/actions/perform.ts';
import type { Action } from '../../../../src/tickets/subscriptions/actions/transitions.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { REFUSED_LAST_NAME, refuseLastName } from '../../rosters/refuse-last-name.ts';
import { createTestService } from '../../support/service.ts';
import { createSyncingCompany, entry } from '../../support/syncing-company.ts';
import { timePasses } from '../../support/time-passes.ts';

const service = await createTestService();
const { sql } = service.database;

type Told = [type: string, data: Record<string, unknown>];

/** `told` returns the events since its last call, except changes of the status, which have their own tests. */
async function createCompany(settings: CompanySettings = {}) {
  const company = await createSyncingCompany(service, settings);
  const { companyId, integrationId } = company;
  let after = 0;
  const told = async (): Promise<Told[]> => {
    const { events } = await readEvents(sql, companyId, { after, perPage: 100_000 });
    after = events.at(-1)?.number ?? after;
    return events
      .filter(({ type }) => type !== 'subscription.changed')
      .map(({ type, data }): Told => [type, { ...data }]);
  };
  const idOf = async (hrId: string) => {
    const [link] = await sql<{ id: number }[]>`
      select employee_id as id from hr_links
      where company_id = ${companyId} and hr_id = ${hrId} order by ended_at is not null, id desc limit 1`;
    return link?.id ?? assert.fail(`nobody has the number ${hrId}`);
  };
  const act = (action: Action, employeeId: number, input = {}) =>
    sql.begin((tx) =>
      inDay(tx, companyId, 'short', (day) => perform(tx, day, employeeId, OPERATOR, action, input)),
    );
  const ofSync = (syncId: string) => ({ hrIntegrationId: integrationId, syncId });
  return { ...company, told, idOf, act, ofSync };
}

const sorted = (events: Told[]) => events.sort(([one], [other]) => (one < other ? -1 : 1));

const ticketOf = async (employeeId: number, month: string, isVoid = false) => {
  const [ticket] = await sql<{ id: number }[]>`
    select id from tickets where employee_id = ${employeeId} and to_char(month, 'YYYY-MM') = ${month}
      and (voided_at is not null) = ${isVoid} order by id desc limit 1`;
  return { employeeId, month, ticketId: `TKT-${String(ticket?.id).padStart(8, '0')}` };
};

const documentOf = async (employeeId: number, kind: string) => {
  const [document] = await sql<{ id: number }[]>`
    select id from documents where employee_id = ${employeeId} and kind = ${kind} order by id desc limit 1`;
  return { employeeId, documentId: document?.id, kind };
};

test('a roster tells who was added, updated, offboarded and returned, and then that it succeeded', async () => {
  const { sync, told, idOf, ofSync } = await createCompany();
  await sync([entry('A'), entry('B')], { syncId: 's1' });
  const [a, b] = [await idOf('A'), await idOf('B')];
  assert.deepEqual(await told(), [
    ['employee.added', { employeeId: a, ...ofSync('s1') }],
    ['employee.added', { employeeId: b, ...ofSync('s1') }],
    ['sync.succeeded', ofSync('s1')],
  ]);
  await sync([entry('A', { lastName: 'Other' })], { syncId: 's2' });
  assert.deepEqual(await told(), [
    ['employee.offboarded', { employeeId: b, ...ofSync('s2') }],
    ['employee.updated', { employeeId: a, ...ofSync('s2') }],
    ['sync.succeeded', ofSync('s2')],
  ]);
  await sync([entry('A', { lastName: 'Other' }), entry('B')], { syncId: 's3' });
  assert.deepEqual(await told(), [
    ['employee.returned', { employeeId: b, ...ofSync('s3') }],
    ['sync.succeeded', ofSync('s3')],
  ]);
});

test('an equal roster is told as a success, also if it is not read again', async () => {
  const { sync, told, ofSync } = await createCompany();
  await sync([entry('A')], { syncId: 's1' });
  await told();
  await sync([entry('A')], { syncId: 's2' });
  assert.deepEqual(await told(), [['sync.succeeded', ofSync('s2')]]);
});

test('a preview tells nothing', async () => {
  const { send, sync, told, integrationId } = await createCompany();
  await sync([entry('A')]);
  await told();
  const answer = await send(`/hr-integrations/${integrationId}/sync/preview`, {
    syncId: 'p',
    employees: [entry('B')],
  });
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(await told(), []);
});

test('a held roster tells that it is held; the approval tells who has left', async () => {
  const { sync, set, send, told, idOf, ofSync, integrationId } = await createCompany();
  const all = ['A', 'B', 'C'].map((name) => entry(name));
  await sync(all, { syncId: 's1' });
  await set({ holdCount: 1 });
  await told();
  await sync([entry('A')], { syncId: 's2' });
  assert.deepEqual(await told(), [['sync.held', ofSync('s2')]]);
  await send(`/hr-integrations/${integrationId}/syncs/s2/approve`, {});
  const told2 = await told();
  assert.deepEqual(told2.slice(-1), [['sync.succeeded', ofSync('s2')]]);
  assert.deepEqual(
    told2.filter(([type]) => type === 'employee.offboarded').map(([, data]) => data),
    [
      { employeeId: await idOf('B'), ...ofSync('s2') },
      { employeeId: await idOf('C'), ...ofSync('s2') },
    ],
  );
});

test('a held roster that a later one has replaced is not told as held, and a discarded one tells nothing', async () => {
  const { submit, work, sync, set, send, told, ofSync, integrationId } = await createCompany();
  await sync(
    ['A', 'B', 'C'].map((name) => entry(name)),
    { syncId: 's1' },
  );
  await set({ holdCount: 1 });
  await told();
  await submit([entry('A')], { syncId: 's2' });
  await submit([entry('B')], { syncId: 's3' });
  await work();
  assert.deepEqual(await told(), [['sync.held', ofSync('s3')]]);
  await send(`/hr-integrations/${integrationId}/syncs/s3/discard`, {});
  assert.deepEqual(await told(), []);
});

test('a roster that cannot be applied is told as failed after its last attempt', async () => {
  const { submit, work, told, ofSync } = await createCompany();
  await refuseLastName(sql);
  await submit([entry('A', { lastName: REFUSED_LAST_NAME })], { syncId: 's1' });
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) await assert.rejects(work());
  assert.deepEqual(await told(), []);
  await work();
  assert.deepEqual(await told(), [['sync.failed', ofSync('s1')]]);
});

test('equal refusals are told once an hour, also if others come in between', async () => {
  const { send, told, integrationId, companyId } = await createCompany();
  const path = `/hr-integrations/${integrationId}/sync`;
  const broken = () => send(path, '{');
  const invalid = (syncId: string) => send(path, { syncId, employees: [entry('A', { startDate: 'never' })] });
  await broken();
  await invalid('i1');
  await broken();
  await broken();
  await invalid('i2');
  const refusals = (await told()).map(([type, { attemptId: _, ...data }]) => [type, data]);
  assert.deepEqual(refusals, [
    ['sync.refused', { hrIntegrationId: integrationId, status: 400, code: 'malformed-request' }],
    ['sync.refused', { hrIntegrationId: integrationId, status: 422, code: 'invalid-values', syncId: 'i1' }],
  ]);
  await timePasses(sql, companyId, '1 hour', { sync_attempts: ['told_at'] });
  await invalid('i3');
  await invalid('i4');
  assert.deepEqual(
    (await told()).map(([type, { syncId }]) => [type, syncId]),
    [['sync.refused', 'i3']],
  );
});

test('a conflict is told once; its decision tells what it means for both people', async () => {
  const { sync, told, idOf, ofSync, integrationId, companyId, resolveOpenConflict } = await createCompany();
  await sync([entry('A')], { syncId: 's1' });
  const before = await idOf('A');
  await told();
  const another = entry('A', { firstName: 'New', email: 'new@example.com', dateOfBirth: '1999-09-09' });
  await sync([another], { syncId: 's2' });
  await sync([another, entry('Z')], { syncId: 's3' });
  const [conflict] = await sql<{ id: number }[]>`
    select id from sync_conflicts where company_id = ${companyId}`;
  assert.deepEqual(
    (await told()).filter(([type]) => type === 'conflict.found'),
    [['conflict.found', { conflictId: conflict?.id, employeeId: before, ...ofSync('s2') }]],
  );
  await resolveOpenConflict('new-person');
  assert.deepEqual(await told(), [
    ['employee.offboarded', { employeeId: before, hrIntegrationId: integrationId }],
    ['employee.added', { employeeId: await idOf('A'), hrIntegrationId: integrationId }],
  ]);
});

test('an entry that waits is told once, without a person', async () => {
  const { sync, told, companyId, newIntegration, restrictTo } = await createCompany();
  await sync([entry('A')], { syncId: 's1' });
  const temps = await newIntegration('Temps');
  const restricted = await restrictTo(temps);
  await told();
  const waits = entry('T1', { email: 'a@example.com' });
  await restricted.sync([waits], 't1');
  await restricted.sync([waits, entry('T2')], 't2');
  const [row] = await sql<{ id: number }[]>`select id from waiting_entries where company_id = ${companyId}`;
  assert.deepEqual(
    (await told()).filter(([type]) => type === 'entry.waiting'),
    [['entry.waiting', { hrIntegrationId: temps, syncId: 't1', waitingEntryId: row?.id }]],
  );
});

test('a conflict that turns out to be the same person tells an update', async () => {
  const { sync, told, idOf, integrationId, resolveOpenConflict } = await createCompany();
  await sync([entry('A')]);
  await sync([entry('A', { firstName: 'New', email: 'new@example.com', dateOfBirth: '1999-09-09' })]);
  await told();
  await resolveOpenConflict('same-person');
  assert.deepEqual(await told(), [
    ['employee.updated', { employeeId: await idOf('A'), hrIntegrationId: integrationId }],
  ]);
});

test('the decision that a possible duplicate is another person tells who was added', async () => {
  const { sync, told, idOf, integrationId, companyId } = await createCompany();
  await sync([entry('A'), entry('B', { ...entry('A'), hrId: 'B' })]);
  await told();
  const [open] = await selectDuplicates(sql, companyId);
  await sql.begin((tx) => decideDuplicate(tx, companyId, { id: open?.id ?? 0 }, OPERATOR, 'two-people'));
  assert.deepEqual(await told(), [
    ['employee.added', { employeeId: await idOf('B'), hrIntegrationId: integrationId }],
  ]);
});

test('a person added and linked by hand, and an uploaded document', async () => {
  const { told, companyId, integrationId } = await createCompany();
  const employeeId = await sql.begin((tx) =>
    createEmployee(tx, companyId, OPERATOR, {
      firstName: 'Ada',
      lastName: 'Beispiel',
      email: 'ada@example.com',
      dateOfBirth: '1990-01-01',
    }),
  );
  await sql.begin((tx) => linkEmployee(tx, companyId, employeeId, integrationId, OPERATOR));
  await sql.begin((tx) =>
    addUpload(tx, companyId, OPERATOR, {
      employeeId,
      name: 'a.pdf',
      bytes: Buffer.from('%PDF-1.4'),
      downloadable: true,
    }),
  );
  assert.deepEqual(await told(), [
    ['employee.added', { employeeId }],
    ['employee.updated', { employeeId, hrIntegrationId: integrationId }],
    ['document.created', await documentOf(employeeId, 'upload')],
  ]);
});

test('an offer, its answer, the ticket of the month with its receipt, a new name and a revocation', async () => {
  const { sync, told, idOf, act, ofSync, companyId, get, clock } = await createCompany({
    planType: 'split-pay-plan',
    subsidyCents: 1_000,
  });
  await sync([entry('A')], { syncId: 's1' });
  const employeeId = await idOf('A');
  const [offer] = await sql<
    { id: number }[]
  >`select id from contract_offers where employee_id = ${employeeId}`;
  const contract = { employeeId, contractId: offer?.id, reason: 'enrolment' };
  // One statement writes the offer and its document; their order is not defined.
  assert.deepEqual(sorted(await told()), [
    ['contract.offered', contract],
    ['document.created', await documentOf(employeeId, 'contract')],
    ['employee.added', { employeeId, ...ofSync('s1') }],
    ['sync.succeeded', ofSync('s1')],
  ]);
  await sql.begin((tx) => answerOffer(tx, companyId, offer?.id ?? 0, OPERATOR, 'accepted'));
  assert.deepEqual(await told(), [['contract.answered', { ...contract, answer: 'accepted' }]]);
  await clock('2026-12-01');
  await sync([entry('A')], { syncId: 's2' });
  // The mark finishes an equal roster without opening the day.
  await sync([entry('A'), entry('B')], { syncId: 's3' });
  const all = await told();
  assert.deepEqual(
    all.filter(([, data]) => data['employeeId'] === employeeId),
    [
      ['document.created', await documentOf(employeeId, 'receipt')],
      ['ticket.issued', await ticketOf(employeeId, '2026-12')],
    ],
  );
  await sync([entry('A', { lastName: 'Other' }), entry('B')], { syncId: 's4' });
  assert.deepEqual(
    (await told()).filter(([type]) => type.startsWith('ticket.')),
    [
      ['ticket.voided', await ticketOf(employeeId, '2026-12', true)],
      ['ticket.issued', await ticketOf(employeeId, '2026-12')],
    ],
  );
  await act('revoke', employeeId, { refund: true });
  assert.deepEqual(await told(), [
    ['ticket.voided', await ticketOf(employeeId, '2026-12', true)],
    ['document.created', await documentOf(employeeId, 'receipt')],
  ]);
  assert.equal((await get('/events')).statusCode, 200);
});

test('more than 1,000 newcomers with tickets are one event of each type, with the sync and the month', async () => {
  const { sync, told, ofSync, clock } = await createCompany();
  const many = Array.from({ length: 1_100 }, (_, index) => entry(`N${index}`, { startDate: '2026-12-01' }));
  await clock('2026-12-01');
  await sync(many, { syncId: 'big' });
  assert.deepEqual(await told(), [
    ['employee.added', { count: 1_100, ...ofSync('big') }],
    ['ticket.issued', { count: 1_100, month: '2026-12' }],
    ['sync.succeeded', ofSync('big')],
  ]);
});
