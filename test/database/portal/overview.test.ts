import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { JOBS } from '../../../src/jobs/jobs.ts';
import { noteWayOfMail } from '../../../src/notifications/mail/mails-sql.ts';
import { createWebhook } from '../../../src/notifications/webhooks/create-webhook.ts';
import { sendPageLinks } from '../../../src/views/employee-page/send-page-link.ts';
import { until } from '../../pure/support/until.ts';
import { testWebhooks } from '../notifications/webhooks/webhooks.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { ask, createPortalCompany, createPortalUser } from './portal.ts';

const service = await createTestService();
const otherNode = await createTestService({}, service.database);
const { sql } = service.database;

const SOMEBODY = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  dateOfBirth: '1990-02-03',
};

test('figures that are kept show every action and every roster at once, on all nodes', async () => {
  const { companyId, sync, clock } = await createSyncingCompany(service);
  const { send, token } = await createPortalUser(service, companyId);
  const figures = async () => {
    const answers = [await send('/overview'), await ask(otherNode, '/overview', { token })];
    const [one, other] = answers.map((answer) => answer.json().data);
    assert.deepEqual(one, other);
    const { employees, ticketsThisMonth, attention } = one;
    return { employees, ticketsThisMonth, waiting: attention.waitingForEnrolment };
  };
  assert.deepEqual(await figures(), { employees: 0, ticketsThisMonth: 0, waiting: 0 });

  await send('/employees', { method: 'POST', body: SOMEBODY });
  assert.deepEqual(await figures(), { employees: 1, ticketsThisMonth: 0, waiting: 0 });

  await sync([entry('1'), entry('2')]);
  assert.equal((await figures()).employees, 3);

  await clock('2026-12-01');
  assert.equal((await figures()).ticketsThisMonth, 0);
  await sync([entry('1'), entry('2', { lastName: 'Other' })]);
  assert.equal((await figures()).ticketsThisMonth, 2);

  await send('/company', { method: 'PATCH', body: { autoEnrol: false } });
  await sync([entry('1'), entry('2'), entry('3')]);
  assert.deepEqual(await figures(), { employees: 4, ticketsThisMonth: 2, waiting: 1 });
});

test('overviews that are asked for together share one reading of the figures', async () => {
  const { companyId } = await createSyncingCompany(service);
  const { send } = await createPortalUser(service, companyId);
  const asked = await sql.begin(async (tx) => {
    await tx`lock table employees in access exclusive mode`;
    const overviews = Array.from({ length: 3 }, () => send('/overview'));
    await until('the figures are read', async () => (await waitingForLock()) > 0);
    // Two readings would take the company's share, so this would not be answered.
    assert.equal((await send('/attention')).statusCode, 200);
    assert.equal(await waitingForLock(), 1);
    return { overviews };
  });
  for (const answer of await Promise.all(asked.overviews)) assert.equal(answer.statusCode, 200);
});

async function waitingForLock(): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name like 'transit-list-%' and wait_event_type = 'Lock'`;
  return found?.count ?? 0;
}

test('open decisions and refused rosters need attention until they are settled', async () => {
  const { companyId, integrationId: id, sync, send: post } = await createSyncingCompany(service);
  const { send } = await createPortalUser(service, companyId);
  const attention = async () => {
    const { openDecisions, refusingIntegrations } = (await send('/overview')).json().data.attention;
    return { openDecisions, refusingIntegrations };
  };
  const nothing = { openDecisions: [], refusingIntegrations: [] };
  await sync([entry('1'), entry('2')]);
  assert.deepEqual(await attention(), nothing);

  for (const syncId of ['a', 'b']) await post(`/hr-integrations/${id}/sync`, { syncId, employees: [] });
  const [refusing, ...others] = (await attention()).refusingIntegrations;
  assert.deepEqual(others, []);
  const { lastRosterAt, ...rest } = refusing;
  assert.deepEqual(rest, { id, name: 'HR', refused: 2, refusedCode: 'invalid-values', refusedField: null });
  assert.ok(Date.parse(lastRosterAt) <= Date.now());

  // Number 1 is somebody else now, and number 3 may be the person of number 2.
  const other = { firstName: 'Other', email: 'other@example.com', dateOfBirth: '1970-07-07' };
  const { email, dateOfBirth, firstName } = entry('2');
  await sync([entry('1', other), entry('2'), entry('3', { email, dateOfBirth, firstName })]);
  assert.deepEqual(await attention(), {
    openDecisions: [{ id, name: 'HR', decisions: 2 }],
    refusingIntegrations: [],
  });
  await sync([entry('1'), entry('2')]);
  assert.deepEqual(await attention(), nothing);
});

test('an integration is in need of attention once, and is shown with all reasons', async () => {
  const {
    companyId,
    integrationId,
    newIntegration,
    sync,
    set,
    send: post,
  } = await createSyncingCompany(service);
  const { send } = await createPortalUser(service, companyId);
  const count = async () => (await send('/attention')).json().data;
  const shown = async (id = integrationId) => (await send(`/integrations/${id}`)).json().data;
  const other = await newIntegration('Other');
  await set({ holdPercent: 10 });
  const people = ['1', '2', '3', '4', '5', '6'].map((hrId) => entry(hrId));
  await sync(people);
  const calm = {
    isSilent: false,
    refused: 0,
    refusedCode: null,
    refusedField: null,
    decisions: 0,
    heldRunId: null,
    unseenRunId: null,
    pace: null,
  };
  assert.deepEqual(await count(), { costs: 0, requests: 0, integrations: 0, keys: 0, webhooks: 0 });
  assert.partialDeepStrictEqual(await shown(), calm);

  await sync(people.slice(0, 1));
  const held = await shown();
  assert.equal(held.lastSyncStatus, 'held');
  assert.ok(held.heldRunId > 0);
  assert.deepEqual(await count(), { costs: 0, requests: 0, integrations: 1, keys: 0, webhooks: 0 });

  await post(`/hr-integrations/${integrationId}/sync`, { syncId: 'a', employees: [] });
  await set({ expectEvery: '24h' });
  await sql`update sync_runs set accepted_at = now() - interval '28 hours' where company_id = ${companyId}`;
  await sql`update hr_integrations set connected_at = now() - interval '28 hours' where company_id = ${companyId}`;
  const job = { sql, log: { info: () => {}, error: assert.fail }, signal: new AbortController().signal };
  await JOBS['watch-integrations'](job);
  const troubled = await shown();
  assert.partialDeepStrictEqual(troubled, {
    isSilent: true,
    refused: 1,
    refusedCode: 'invalid-values',
    pace: { hours: 24, weekdays: null },
    expectEvery: '24h',
  });
  assert.deepEqual(
    await count(),
    { costs: 0, requests: 0, integrations: 1, keys: 0, webhooks: 0 },
    'one integration, however much is wrong with it',
  );
  const { silentIntegrations } = (await send('/overview')).json().data.attention;
  const { lastRosterAt, pace, name } = troubled;
  assert.deepEqual(silentIntegrations, [{ id: integrationId, name, lastRosterAt, pace }]);

  await set({ expectEvery: '1h' }, other);
  await JOBS['watch-integrations'](job);
  assert.partialDeepStrictEqual(await shown(other), { isSilent: true, lastRosterAt: null });
  assert.deepEqual(await count(), { costs: 0, requests: 0, integrations: 2, keys: 0, webhooks: 0 });

  await sync(people);
  assert.partialDeepStrictEqual(await shown(), { ...calm, expectEvery: '24h' });
  assert.deepEqual(await count(), { costs: 0, requests: 0, integrations: 1, keys: 0, webhooks: 0 });
});

test('a webhook that the service has disabled needs an admin until it is switched on or off', async () => {
  const { companyId } = await createSyncingCompany(service);
  const admin = await createPortalUser(service, companyId);
  const viewer = await createPortalUser(service, companyId, 'viewer');
  const given = { url: 'https://hr.example.com/secret-path', eventTypes: null };
  const { id } = await sql.begin((tx) => createWebhook(tx, companyId, OPERATOR, given, testWebhooks()));
  const needs = async ({ send }: typeof admin) => ({
    ...(await send('/attention')).json().data,
    shown: (await send('/overview')).json().data.attention.disabledWebhooks,
  });
  const nothing = { costs: 0, requests: 0, integrations: 0, keys: 0, webhooks: 0, shown: [] };
  assert.deepEqual(await needs(admin), nothing);
  await sql`
    update webhook_endpoints set disabled_at = '2026-11-16T08:00:00Z', disabled_because = 'gone'
    where company_id = ${companyId} and id = ${id}`;
  const shown = {
    id,
    host: 'hr.example.com',
    disabledAt: '2026-11-16T08:00:00.000Z',
    disabledBecause: 'gone',
  };
  assert.deepEqual(await needs(admin), { ...nothing, webhooks: 1, shown: [shown] });
  assert.deepEqual(await needs(viewer), nothing);
  const switchIt = (on: boolean) => admin.send(`/webhooks/${id}`, { method: 'PATCH', body: { enabled: on } });
  assert.equal((await switchIt(false)).statusCode, 200);
  assert.deepEqual(await needs(admin), nothing);
});

test('the first steps of a new company are checked off by what is there', async () => {
  const { admin } = await createPortalCompany(service);
  const steps = async () => (await admin.send('/overview')).json().data.setUp;
  const expected = { hasIntegration: false, hasDelivery: false, hasTickets: false, hasContractData: false };
  assert.deepEqual(await steps(), expected);
  const change = async (path: string, body: object, method: 'POST' | 'PATCH' = 'POST') => {
    const answer = await admin.send(path, { method, body });
    assert.ok(answer.statusCode < 300, answer.body);
    return answer;
  };
  await change('/integrations', { name: 'HR', type: 'api-integration' });
  assert.deepEqual(await steps(), { ...expected, hasIntegration: true });
  await change('/keys', { name: 'Reading', permissions: ['view-employees'] });
  assert.equal((await steps()).hasDelivery, false, 'a key that cannot send rosters');
  const forRosters = ['view-employees', 'add-employees', 'update-employees', 'remove-employees'];
  await change('/keys', { name: 'Nightly', permissions: forRosters });
  assert.equal((await steps()).hasDelivery, true);
  await change('/company', { legalName: 'Beispiel GmbH', address: 'Weg 1, 12345 Ort' }, 'PATCH');
  assert.equal((await steps()).hasContractData, false, 'the tax number is missing');
  await change('/company', { taxNumber: '12/345/67890' }, 'PATCH');
  assert.equal((await steps()).hasContractData, true);
  await change('/company', { autoEnrol: true }, 'PATCH');
  assert.equal((await steps()).hasTickets, true);
  await change('/company', { autoEnrol: false }, 'PATCH');
  const { id } = (await change('/employees', SOMEBODY)).json().data.employee;
  assert.equal((await steps()).hasTickets, false);
  await change(`/employees/${id}/actions/enrol`, {});
  assert.equal((await steps()).hasTickets, true);
});

test('tickets and cost of the running month stand beside those of the month before', async () => {
  const { companyId, sync, clock } = await createSyncingCompany(service, { subsidyCents: 2500 });
  const { send } = await createPortalUser(service, companyId);
  await sync([entry('1')]);
  await clock('2026-12-01');
  await sync([entry('1'), entry('2')]);
  await clock('2027-01-01');
  await sync([entry('1'), entry('2'), entry('3')]);
  const { months, contracts, ticketsThisMonth } = (await send('/overview')).json().data;
  assert.deepEqual(
    [months.previous.month, months.previous.tickets, months.current.month, months.current.tickets],
    ['2026-12', 2, '2027-01', ticketsThisMonth],
  );
  assert.equal(months.previous.employerCents, 2 * 5985);
  assert.deepEqual(contracts, { offered: 0, answered: 0, newTerms: 0 });
});

test('an offer that nobody answered in time is neither open nor answered', async () => {
  const { companyId, sync, clock } = await createSyncingCompany(service, { planType: 'deferred-plan' });
  const { send } = await createPortalUser(service, companyId);
  const shown = async () => {
    const { contracts, attention, setUp } = (await send('/overview')).json().data;
    return { ...contracts, open: attention.pendingContracts, hasTickets: setUp.hasTickets };
  };
  await sync([entry('1'), entry('2')]);
  await sql`
    with answered as (
      update contract_offers set status = 'rejected', decided_at = now()
      where id = (select min(id) from contract_offers where company_id = ${companyId})
      returning id
    )
    update employees set contract_status = 'rejected' from answered where offer_id = answered.id`;
  assert.deepEqual(await shown(), { offered: 2, answered: 1, newTerms: 0, open: 1, hasTickets: true });
  await clock('2027-06-01');
  assert.deepEqual(await shown(), { offered: 1, answered: 1, newTerms: 0, open: 0, hasTickets: true });
});

test('open contracts whose link was not mailed are counted once the company mails its employees', async () => {
  const { companyId, sync } = await createSyncingCompany(service, { planType: 'deferred-plan' });
  const { send } = await createPortalUser(service, companyId);
  const counted = async () => {
    const { pendingContracts, pendingNotMailed } = (await send('/overview')).json().data.attention;
    return [pendingContracts, pendingNotMailed];
  };
  await noteWayOfMail(sql, 'staging', { way: 'smtp', from: 'tickets@example.com' } as never);
  await sync([entry('1'), entry('2')]);
  assert.deepEqual(await counted(), [2, 0], 'the company hands the links out itself');
  await send('/company', { method: 'PATCH', body: { mailEmployees: true } });
  assert.deepEqual(await counted(), [2, 2], 'nothing is mailed for the past');
  await sync([entry('1'), entry('2'), entry('3')]);
  assert.deepEqual(await counted(), [3, 2], 'the third contract is mailed');
  const [first] = await sql<{ id: number }[]>`
    select employee_id as id from contract_offers where company_id = ${companyId} order by id limit 1`;
  assert(first);
  await sql.begin((tx) =>
    sendPageLinks(tx, companyId, [{ employeeId: first.id }], { bulkActionId: 1 }, OPERATOR),
  );
  assert.deepEqual(await counted(), [3, 1], 'the page leads to the contract');
  await sql`update mails set state = 'refused', settled_at = now() where company_id = ${companyId}`;
  await send('/company', { method: 'PATCH', body: { costCentre: 'K1' } });
  assert.deepEqual(await counted(), [3, 3], 'the mails did not arrive');
});

test('the next price is announced before it counts, in the overview and the settings', async () => {
  const { companyId, clock } = await createSyncingCompany(service);
  const { send } = await createPortalUser(service, companyId);
  const announced = async () =>
    await Promise.all(
      ['/overview', '/company'].map(async (path) => (await send(path)).json().data.priceChange),
    );
  assert.deepEqual(await announced(), [null, null]);
  await sql`insert into ticket_prices (valid_from, cents) values ('2027-03-01', 6300), ('2027-05-01', 7000)`;
  const ahead = { from: '2027-05', cents: 7000, beforeCents: 6300 };
  assert.deepEqual(await announced(), [ahead, ahead]);
  await clock('2027-05-01');
  assert.deepEqual(await announced(), [null, null]);
  await sql`delete from ticket_prices where valid_from >= '2027-03-01'`;
});
