import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { addDocument, addPerson, freezeClock } from '../support/people.ts';
import { assertProblem, withoutRequestId } from '../support/problem.ts';
import { basic, createTestService } from '../support/service.ts';
import { createPortalCompany, createPortalUser } from './portal.ts';

const service = await createTestService();
const { sql } = service.database;
const { company, admin } = await createPortalCompany(service);
await freezeClock(sql, company.id);
const integrationId = await createIntegration(sql, company.id, OPERATOR, {
  name: 'Stammblatt',
  type: 'api-integration',
});

const HOSTILE = {
  firstName: '<img src=x onerror=alert(1)>',
  lastName: '"><script>alert(1)</script>',
  email: "o'hara&co@example.com",
  dateOfBirth: '1990-02-03',
};

test('the list returns the same records as the public API, with personnel numbers and groups and without wallet links', async () => {
  await addPerson(sql, company.id, { firstName: 'Änne', termStart: '2026-01-01', tickets: ['2026-11'] });
  await addPerson(sql, company.id, { links: [{ integrationId, hrId: 'P-77' }], contractStatus: 'pending' });
  const permissions = ['view-employees'] as const;
  const key = await createKey(sql, company.id, OPERATOR, { environment: 'staging', name: 'k', permissions });
  for (const query of [
    '',
    '?search=anne',
    '?search=p-77',
    '?subscriptionStatuses=active',
    '?perPage=1&page=2',
    '?ids=x',
  ]) {
    const headers = { authorization: basic(key) };
    const wanted = await service.app.inject({ url: `/employees${query}`, headers });
    const answer = await admin.send(`/employees${query}`);
    assert.equal(answer.statusCode, wanted.statusCode);
    const expected = JSON.parse(withoutRequestId(wanted.body));
    for (const person of expected.data?.data ?? []) {
      const [link] = person.hrIntergartionLinks;
      const others = { costCentre: null, department: null, location: null, legalEntity: null };
      person.payroll = { personnelNumber: link?.hrId ?? null, ...others };
      Object.assign(person, { group: null, isGroupByHand: false });
      if (person.ticket) delete person.ticket.links;
    }
    if (expected.data) delete expected.data._links;
    assert.deepEqual(JSON.parse(withoutRequestId(answer.body)), expected, query);
  }
});

test('the counts by status follow the search and ignore the status filter', async () => {
  const { company: other, admin: user } = await createPortalCompany(service);
  await freezeClock(sql, other.id);
  for (const termStart of ['2026-01-01', '2026-02-01', '2026-12-01'])
    await addPerson(sql, other.id, { firstName: 'Zoe', termStart });
  await addPerson(sql, other.id, { firstName: 'Zoe' });
  await addPerson(sql, other.id, { firstName: 'Ben', termStart: '2026-01-01' });
  const { data } = (await user.send('/employee-counts?search=zoe&subscriptionStatuses=paused')).json();
  assert.deepEqual(data, {
    total: 4,
    byStatus: {
      'no-subscription': 1,
      scheduled: 1,
      active: 2,
      'scheduled-pause': 0,
      paused: 0,
      'scheduled-cancellation': 0,
      cancelled: 0,
    },
  });
});

test('a person created by hand with a hostile name is returned unchanged', async () => {
  const made = await admin.send('/employees', { method: 'POST', body: HOSTILE });
  assert.equal(made.statusCode, 201);
  assert.match(String(made.headers['content-type']), /^application\/json/);
  const { id, firstName, lastName, email } = made.json().data.employee;
  assert.deepEqual({ firstName, lastName, email, dateOfBirth: HOSTILE.dateOfBirth }, HOSTILE);
  const [found] = (await admin.send('/employees?search=onerror')).json().data.data;
  assert.equal(found.id, id);
  const page = await admin.send(`/employees/${id}`);
  assert.equal(page.json().data.employee.firstName, HOSTILE.firstName);
});

test('invalid values are refused with their field', async () => {
  const send = (change: object) =>
    admin.send('/employees', { method: 'POST', body: { ...HOSTILE, ...change } });
  for (const [field, value] of [
    ['firstName', undefined],
    ['lastName', 3],
    ['email', 'a\0b@example.com'],
    ['dateOfBirth', '2025-02-30'],
  ] as const) {
    const { errors } = assertProblem(await send({ [field]: value }), 422, 'invalid-values');
    assert.equal(errors[0].pointer, `/${field}`);
  }
  for (const wrong of [{ firstName: ' ' }, { email: 'nobody' }, { profileImage: 'javascript:alert(1)' }])
    assertProblem(await send(wrong), 422, 'invalid-values');
});

test('one person is shown with record, links, terms, tickets with wallet links, contract and possible actions', async () => {
  const id = await addPerson(sql, company.id, {
    termStart: '2026-09-01',
    pauses: '{[2026-12-01,2027-01-01)}',
    tickets: ['2026-10', '2026-11'],
    contractStatus: 'pending',
    links: [{ integrationId, hrId: 'P-1' }],
  });
  await sql`
    update hr_links set absences = '[{"type": "parental", "kind": "parental", "startDate": "2026-12-01", "endDate": null}]'
    where company_id = ${company.id} and employee_id = ${id}`;
  const { data } = (await admin.send(`/employees/${id}`)).json();
  assert.equal(data.employee.id, id);
  assert.equal(data.businessDate, '2026-11-15');
  assert.deepEqual(
    data.links.map(
      (link: { hrId: string; integrationName: string; present: boolean; absences: unknown }) => ({
        hrId: link.hrId,
        integrationName: link.integrationName,
        present: link.present,
        absences: link.absences,
      }),
    ),
    [
      {
        hrId: 'P-1',
        integrationName: 'Stammblatt',
        present: true,
        absences: [{ type: 'parental', kind: 'parental', startDate: '2026-12-01', endDate: null }],
      },
    ],
  );
  assert.deepEqual(data.terms, [
    {
      number: 1,
      start: '2026-09-01',
      isNext: false,
      ends: [],
      pauses: [{ from: '2026-12-01', until: '2027-01-01', owner: 'person', absences: [] }],
    },
  ]);
  assert.deepEqual(
    data.tickets.map(({ month, state }: { month: string; state: string }) => [month, state]),
    [
      ['2026-11', 'valid'],
      ['2026-10', 'over'],
    ],
  );
  assert.ok(data.tickets[0].links.apple.startsWith('https://tickets.example.com/wallet/'));
  assert.equal(data.tickets[1].links, null);
  assert.equal(data.contract.status, 'pending');
  assert.ok(data.contract.link.startsWith('https://tickets.example.com/contracts/'));
  assert.deepEqual(data.actions, ['pause', 'resume', 'cancel', 'revoke']);

  const viewer = await createPortalUser(service, company.id, 'viewer');
  assert.equal((await viewer.send(`/employees/${id}`)).json().data.contract.link, null);
  const [contract] = (await viewer.send('/contracts')).json().data.data;
  assert.equal(contract.link, null);
});

test('a person can be linked to an integration by hand only once', async () => {
  const id = await addPerson(sql, company.id);
  const link = () => admin.send(`/employees/${id}/links`, { method: 'POST', body: { integrationId } });
  const [made] = (await link()).json().data.links;
  assert.deepEqual([made.type, made.hrId, made.present], ['custom', null, true]);
  assertProblem(await link(), 409, 'conflict');
});

test('the history names the user or the sync that made a change', async () => {
  const id = await addPerson(sql, company.id, { links: [{ integrationId, hrId: 'P-9' }] });
  await sql`
    with run as (
      insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, accepted_at,
        finished_at)
      values (${company.id}, ${integrationId}, 'night-1', 1, 'succeeded', now() - interval '1 day',
        now() - interval '1 day')
      returning id
    )
    insert into sync_changes (company_id, run_id, employee_id, hr_id, outcome, reason, fields)
    select ${company.id}, id, ${id}, 'P-9', 'updated', 'name changed',
      '{"lastName": {"from": "Alt", "to": "Neu"}}' from run`;
  await admin.send(`/employees/${id}/actions/enrol`, { method: 'POST', body: {} });
  const document = await addDocument(service, company.id, { employeeId: id });
  await admin.send(`/documents/${document}`, { method: 'PATCH', body: { withheld: true } });

  const { data } = (await admin.send(`/employees/${id}/history`)).json();
  assert.equal(data.total, 3);
  const me = { type: 'portal-user', id: admin.id, name: admin.email };
  assert.deepEqual(
    data.data.map(({ actor, action }: { actor: object; action: string }) => [action, actor]).slice(0, 2),
    [
      ['document-withheld', me],
      ['subscription-ordered', me],
    ],
  );
  const sync = data.data[2];
  assert.deepEqual(
    [sync.source, sync.action, sync.reason, sync.details, sync.run.syncId, sync.actor.type],
    ['sync', 'updated', 'name changed', { lastName: { from: 'Alt', to: 'Neu' } }, 'night-1', 'sync'],
  );
  const second = (await admin.send(`/employees/${id}/history?perPage=1&page=2`)).json().data;
  assert.deepEqual(second.data, data.data.slice(1, 2));
});
