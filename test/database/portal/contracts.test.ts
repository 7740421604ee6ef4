import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OPERATOR } from '../../../src/audit/record-change.ts';
import { setCompany } from '../../../src/companies/set-company.ts';
import { changePlan } from '../../../src/subscriptions/actions/change-plan.ts';
import { answerOffer } from '../../../src/subscriptions/answer-offer.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { createPortalUser } from './portal.ts';

const service = await createTestService();

it('an offer can be answered for 60 days; then it is listed as lapsed, without a link', async () => {
  const company = await createSyncingCompany(service, { planType: 'split-pay-plan', subsidyCents: 2500 });
  await company.clock('2026-11-15');
  await company.sync([entry('A')]);
  const admin = await createPortalUser(service, company.companyId);
  const listed = async (query: string) =>
    (await admin.send(`/contracts?${query}`))
      .json()
      .data.data.map(({ status, link }: { status: string; link: string | null }) => [status, link !== null]);
  await company.clock('2027-01-14');
  assert.deepEqual(await listed('statuses=pending'), [['pending', true]]);
  await company.clock('2027-01-15');
  assert.deepEqual(await listed('statuses=pending'), []);
  assert.deepEqual(await listed('statuses=lapsed'), [['lapsed', false]]);
  assert.deepEqual(await listed(''), [['lapsed', false]]);
  const csv = (await admin.send('/contracts.csv?statuses=lapsed&language=de')).body;
  assert.match(
    csv,
    /"Zuschuss, Eigenanteil direkt bezahlt";"34,85";"01.12.2026";"14.01.2027";"Abgelaufen";""\r\n$/,
  );
  const [person] = await company.people();
  const { contract } = (await admin.send(`/employees/${person.id}`)).json().data;
  assert.deepEqual([contract.status, contract.link], ['lapsed', null]);
});

/** A company whose contracts are listed as the portal lists them, newest first, and answered by the employees. */
async function createSigningCompany() {
  const company = await createSyncingCompany(service, { planType: 'split-pay-plan', subsidyCents: 2500 });
  await company.clock('2026-11-15');
  await company.sync([entry('A')]);
  const [person] = await company.people();
  const admin = await createPortalUser(service, company.companyId);
  const list = async (): Promise<{ id: number; reason: string; status: string; plannedStart: string }[]> =>
    (await admin.send('/contracts')).json().data.data;
  const answer = async (given: 'accepted' | 'rejected') => {
    const [newest] = await list();
    const employee = { type: 'employee', id: person.id } as const;
    await service.database.sql.begin((tx) =>
      answerOffer(tx, company.companyId, newest?.id ?? 0, employee, given),
    );
  };
  const withdraw = async () => {
    const [newest] = await list();
    return admin.send(`/contracts/${newest?.id}/withdraw`, { method: 'POST' });
  };
  return { ...company, personId: person.id, admin, list, answer, withdraw };
}

it('a rejected change of plan is listed as rejected, also after new terms were offered', async () => {
  const { sql } = service.database;
  const { companyId, personId, clock, list, answer } = await createSigningCompany();
  await answer('accepted');
  await clock('2026-12-10');
  await sql.begin((tx) => changePlan(tx, companyId, personId, OPERATOR, 'deferred-plan'));
  await answer('rejected');
  await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { subsidyCents: 2000 }));
  const listed = async () => (await list()).map(({ reason, status }) => [reason, status]);
  assert.deepEqual(await listed(), [
    ['new-terms', 'pending'],
    ['plan-change', 'rejected'],
    ['enrolment', 'accepted'],
  ]);
  // Rejected new terms that are taken back end nothing.
  await answer('rejected');
  await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { subsidyCents: 2500 }));
  assert.deepEqual((await listed())[0], ['new-terms', 'withdrawn']);
});

it('the planned start of an open offer has not passed, and that of an accepted one is its first day', async () => {
  const { clock, list, answer } = await createSigningCompany();
  const start = async () => (await list()).map(({ plannedStart }) => plannedStart);
  assert.deepEqual(await start(), ['2026-12-01']);
  await clock('2026-12-05');
  assert.deepEqual(await start(), ['2027-01-01']);
  await answer('accepted');
  assert.deepEqual(await start(), ['2027-01-01']);
  await clock('2027-02-05');
  assert.deepEqual(await start(), ['2027-01-01']);
});

it('an admin withdraws an enrolment that nobody has answered; no roster offers it again, an admin can', async () => {
  const { sync, clock, personId, admin, list, withdraw } = await createSigningCompany();
  assert.equal((await withdraw()).json().data.status, 'withdrawn');
  assertProblem(await withdraw(), 409, 'transition-refused');
  const { employee, contract } = (await admin.send(`/employees/${personId}`)).json().data;
  assert.deepEqual([employee.plan.contractSigningStatus, contract], [null, null]);
  await sync([entry('A', { lastName: 'Other' })]);
  await clock('2026-12-02');
  await sync([entry('A', { lastName: 'Third' })]);
  assert.deepEqual(
    (await list()).map(({ status }) => status),
    ['withdrawn'],
  );
  await admin.send(`/employees/${personId}/actions/enrol`, { method: 'POST', body: {} });
  assert.deepEqual(
    (await list()).map(({ status }) => status),
    ['pending', 'withdrawn'],
  );
});

it('an admin withdraws a change of plan; the contract signed before counts again', async () => {
  const { personId, clock, admin, answer, withdraw } = await createSigningCompany();
  await answer('accepted');
  assertProblem(await withdraw(), 409, 'transition-refused');
  await clock('2026-12-10');
  await admin.send(`/employees/${personId}/actions/change-plan`, {
    method: 'POST',
    body: { planType: 'deferred-plan' },
  });
  assert.equal((await withdraw()).json().data.status, 'withdrawn');
  const { employee, contract, planAhead } = (await admin.send(`/employees/${personId}`)).json().data;
  assert.deepEqual(
    [employee.plan.type, employee.plan.contractSigningStatus, contract.reason, planAhead],
    ['split-pay-plan', 'accepted', 'enrolment', null],
  );
});

it('new terms follow the amounts and cannot be withdrawn', async () => {
  const { companyId, answer, withdraw } = await createSigningCompany();
  await answer('accepted');
  await service.database.sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { subsidyCents: 2000 }));
  assert.equal(assertProblem(await withdraw(), 409, 'transition-refused').reason, 'offer-follows-amounts');
});
