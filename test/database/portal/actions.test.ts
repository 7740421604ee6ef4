import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { setIntegration } from '../../../src/company/integrations/set-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { PLAN_TYPES } from '../../../src/domain/plans/plan-types.ts';
import { changeEmployee } from '../../../src/people/employees/change-employee.ts';
import { createEmployee } from '../../../src/people/employees/create-employee.ts';
import { deleteEmployee } from '../../../src/people/employees/delete-employee.ts';
import { linkEmployee } from '../../../src/people/employees/link-employee.ts';
import { rollBackAfter } from '../../../src/platform/db/roll-back.ts';
import type { Transaction } from '../../../src/platform/db/types.ts';
import { enrolAllWaiting } from '../../../src/tickets/subscriptions/actions/enrol.ts';
import { ACTIONS, type Action } from '../../../src/tickets/subscriptions/actions/transitions.ts';
import { renewLink } from '../../../src/views/employee-page/renew-link.ts';
import { performAndCompare } from '../../../src/views/timeline/perform-and-compare.ts';
import { addPerson, freezeClock, type Person } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createPortalCompany } from './portal.ts';

const service = await createTestService();
const { sql } = service.database;
const { company, admin } = await createPortalCompany(service);
await freezeClock(sql, company.id);
await sql`update companies set issued_through = '2026-11-01' where id = ${company.id}`;

const ACTIVE: Person = { termStart: '2026-01-01', tickets: ['2026-11'] };

function act(id: number, action: string, body: object = {}) {
  return admin.send(`/employees/${id}/actions/${action}`, { method: 'POST', body });
}

/** Returns all rows that an action could change. */
async function everything(): Promise<unknown> {
  const [row] = await sql`
    select (select json_agg(e order by id) from employees e) as employees,
      (select json_agg(t order by id) from tickets t) as tickets,
      (select json_agg(a order by id) from audit_log a) as audit,
      (select json_agg(o order by id) from contract_offers o) as offers,
      (select json_agg(d order by id) from documents d) as documents,
      (select json_agg(c order by id) from companies c) as companies`;
  return row;
}

/** The transaction, and how often it locks the company's row. */
function countingLocks(tx: Transaction): { counting: Transaction; locks: () => number } {
  let locks = 0;
  const counting = new Proxy(tx, {
    apply(target, self, parts) {
      const [strings] = parts as [unknown];
      // Other calls make fragments, of values to set for instance.
      const text = Array.isArray(strings) ? strings.join('$') : '';
      if (/from companies where id = .*for no key update/s.test(text)) locks += 1;
      return Reflect.apply(target, self, parts);
    },
  });
  return { counting, locks: () => locks };
}

const CASES: [action: string, person: Person, body: object, result: object, after: string][] = [
  ['enrol', {}, {}, { start: '2026-12-01' }, 'scheduled'],
  ['enrol', {}, { planType: 'split-pay-plan' }, { start: '2026-12-01' }, 'no-subscription'],
  [
    'change-plan',
    ACTIVE,
    { planType: 'deferred-plan' },
    { from: '2026-12-01', offered: true, contributionCents: 6300 },
    'active',
  ],
  ['pause', ACTIVE, {}, { from: '2026-12-01', until: null }, 'scheduled-pause'],
  [
    'pause',
    ACTIVE,
    { fromMonth: '2027-01', untilMonth: '2027-02' },
    { from: '2027-01-01', until: '2027-03-01' },
    'scheduled-pause',
  ],
  ['resume', { ...ACTIVE, pauses: '{[2026-12-01,)}' }, {}, { from: '2026-12-01' }, 'active'],
  ['cancel', ACTIVE, {}, { end: '2027-01-01', dropped: false }, 'scheduled-cancellation'],
  ['cancel', { termStart: '2027-01-01' }, {}, { end: '2027-01-01', dropped: true }, 'no-subscription'],
  ['withdraw-cancellation', { ...ACTIVE, termEnd: '2026-12-01' }, {}, {}, 'active'],
  ['revoke', ACTIVE, {}, { end: '2026-11-15' }, 'cancelled'],
  ['revoke', ACTIVE, { refund: true }, { end: '2026-11-15' }, 'cancelled'],
  ['issue-now', { termStart: '2026-12-01' }, {}, { validFrom: '2026-11-15' }, 'active'],
];

for (const [action, person, body, result, status] of CASES)
  test(`${action} ${JSON.stringify(body)}: the preview shows the result and changes nothing`, async () => {
    const id = await addPerson(sql, company.id, person);
    const before = await everything();
    const preview = await act(id, `${action}/preview`, body);
    assert.equal(preview.statusCode, 200, preview.body);
    assert.deepEqual(await everything(), before);

    const done = await act(id, action, body);
    assert.deepEqual({ outcome: done.json().data, refusal: null }, preview.json().data);
    const { data } = done.json();
    assert.deepEqual(data.result, result);
    assert.equal(data.after.subscription.status, status);
    const read = (await admin.send(`/employees/${id}`)).json().data;
    assert.deepEqual(read.employee.subscription, data.after.subscription);
    assert.deepEqual(read.employee.plan, data.after.plan);
    assert.deepEqual(read.terms, data.after.terms);
    assert.equal('links' in (data.after.ticket ?? {}), false);
  });

test('a cancellation says whether the cut-off of the month had passed, another action nothing about it', async () => {
  const id = await addPerson(sql, company.id, ACTIVE);
  const cutOff = async (action: string) => (await act(id, `${action}/preview`)).json().data.outcome.cutOff;
  assert.deepEqual(await cutOff('cancel'), { untilDay: 10, hasPassed: true });
  assert.equal(await cutOff('pause'), null);
  await sql`update companies set cancel_until_day = 15 where id = ${company.id}`;
  assert.deepEqual(await cutOff('cancel'), { untilDay: 15, hasPassed: false });
  await sql`update companies set cancel_until_day = null where id = ${company.id}`;
  assert.equal(await cutOff('cancel'), null);
  await sql`update companies set cancel_until_day = 10 where id = ${company.id}`;
});

test('a preview tells the reason for which the action is refused, and is no error itself', async () => {
  const id = await addPerson(sql, company.id, ACTIVE);
  for (const [action, body] of [
    ['enrol', {}],
    ['resume', {}],
    ['withdraw-cancellation', {}],
    ['issue-now', {}],
    ['pause', { fromMonth: '2026-11' }],
    ['pause', { fromMonth: '2027-03', untilMonth: '2027-01' }],
    ['change-plan', { planType: 'fully-subsidized-plan' }],
  ] as const) {
    const preview = await act(id, `${action}/preview`, body);
    assert.equal(preview.statusCode, 200);
    const problem = assertProblem(await act(id, action, body), 409, 'transition-refused');
    const { reason, values = {}, detail: message } = problem;
    assert.deepEqual(preview.json().data, { outcome: null, refusal: { reason, values, message } });
  }
});

describe('the actions that a page offers', () => {
  const people: [what: string, person: Person, change?: (id: number) => Promise<unknown>][] = [
    ['nothing yet', {}],
    ['an order that waits for a signature', { contractStatus: 'pending' }],
    ['a subscription', ACTIVE],
    ['a subscription without the ticket of this month', { termStart: '2026-01-01' }],
    ['a pause ahead', { ...ACTIVE, pauses: '{[2026-12-01,)}' }],
    ['a pause that is over', { ...ACTIVE, pauses: '{[2026-08-01,2026-10-01)}' }],
    ['a cancellation', { ...ACTIVE, termEnd: '2026-12-01' }],
    [
      'a gap ahead',
      ACTIVE,
      (id) => sql`
      update employees set term_end_hr = '2026-12-01', term_end_hr_cause = 'termination 2026-11-30',
        following_start = '2027-03-01' where id = ${id}`,
    ],
    [
      'a cancellation, and a gap ahead',
      { ...ACTIVE, termEnd: '2026-12-01' },
      (id) => sql`
      update employees set term_end_hr = '2026-12-01', term_end_hr_cause = 'termination 2026-11-30',
        following_start = '2027-03-01' where id = ${id}`,
    ],
    ['an ended subscription', { termStart: '2026-01-01', termEnd: '2026-11-01' }],
  ];
  const inputs = (action: Action): object[] =>
    action === 'change-plan' ? PLAN_TYPES.map((planType) => ({ planType })) : [{}];

  for (const [what, person, change] of people)
    it(`are those that would change something, and no others: ${what}`, async () => {
      const id = await addPerson(sql, company.id, person);
      await change?.(id);
      const offered: Action[] = (await admin.send(`/employees/${id}`)).json().data.actions;
      for (const action of ACTIONS) {
        const previews = inputs(action).map(
          async (input) => (await act(id, `${action}/preview`, input)).json().data.outcome !== null,
        );
        assert.equal((await Promise.all(previews)).includes(true), offered.includes(action), action);
      }
    });
});

test('an order for an erased person is refused', async () => {
  const id = await addPerson(sql, company.id);
  await sql`update employees set erased_at = now() where company_id = ${company.id} and id = ${id}`;
  assert.equal((await act(id, 'enrol/preview')).json().data.refusal.reason, 'erased');
  assertProblem(await act(id, 'enrol'), 409, 'transition-refused');
});

test('invalid values are named in the answer', async () => {
  const id = await addPerson(sql, company.id, ACTIVE);
  for (const [action, body, pointer] of [
    ['change-plan', {}, '/planType'],
    ['change-plan', { planType: 'gold' }, '/planType'],
    ['pause', { fromMonth: '2026-13' }, '/fromMonth'],
    ['pause', { untilMonth: '9999-12' }, '/untilMonth'],
  ] as const) {
    const { errors } = assertProblem(await act(id, action, body), 422, 'invalid-values');
    assert.equal(errors[0].pointer, pointer);
  }
});

test('the preview of automatic orders tells who waits for one, from when, and what it would cost', async () => {
  const { company: waiting, admin: user } = await createPortalCompany(service);
  await freezeClock(sql, waiting.id);
  await sql.begin((tx) => setCompany(tx, waiting.id, OPERATOR, { subsidyCents: 2500 }));
  const integrationId = await createIntegration(sql, waiting.id, OPERATOR, {
    name: 'HR',
    type: 'api-integration',
  });
  const joiner = (hrId: string, planType?: string) =>
    addPerson(sql, waiting.id, { links: [{ integrationId, hrId }], ...(planType && { planType }) });
  await joiner('1');
  await joiner('2');
  await joiner('3', 'split-pay-plan');
  await addPerson(sql, waiting.id);

  const preview = await user.send('/company/preview', { method: 'POST', body: { autoEnrol: true } });
  assert.deepEqual(preview.json().data.waiting, {
    people: 3,
    groups: [
      {
        planType: 'fully-subsidized-plan',
        start: '2026-12-01',
        people: 2,
        needsContract: false,
        priceCents: 6300,
        employerCents: 5985,
        contributionCents: 0,
      },
      {
        planType: 'split-pay-plan',
        start: '2026-12-01',
        people: 1,
        needsContract: true,
        priceCents: 6300,
        employerCents: 2500,
        contributionCents: 3485,
      },
    ],
    monthlyCents: { employer: 2 * 5985 + 2500, employees: 3485 },
  });
  assert.equal((await user.send('/overview')).json().data.attention.waitingForEnrolment, 3);
  assert.equal((await user.send('/employee-counts?waiting=true')).json().data.total, 3);
});

test('an action opens the day of the company once', async () => {
  for (const [action, person, body] of CASES) {
    const id = await addPerson(sql, company.id, person);
    await rollBackAfter(sql, async (tx) => {
      const { counting, locks } = countingLocks(tx);
      await performAndCompare(counting, company.id, id, OPERATOR, action as Action, body);
      assert.equal(locks(), 1, action);
    });
  }
});

test('so does every other change of a person, of the company and of an integration', async () => {
  const details = {
    firstName: 'Ada',
    lastName: 'King',
    email: 'ada.king@example.com',
    dateOfBirth: '1990-12-10',
  };
  const integrationId = await createIntegration(sql, company.id, OPERATOR, {
    name: 'Once',
    type: 'api-integration',
  });
  const id = await sql.begin((tx) => createEmployee(tx, company.id, OPERATOR, details));
  const changes: Record<string, (tx: Transaction) => Promise<unknown>> = {
    create: (tx) => createEmployee(tx, company.id, OPERATOR, { ...details, email: 'other@example.com' }),
    change: (tx) => changeEmployee(tx, company.id, id, OPERATOR, { lastName: 'Lovelace' }),
    link: (tx) => linkEmployee(tx, company.id, id, integrationId, OPERATOR),
    delete: (tx) => deleteEmployee(tx, company.id, id, OPERATOR),
    'renew link': (tx) => renewLink(tx, company.id, id, OPERATOR),
    'enrol all': (tx) => enrolAllWaiting(tx, company.id, OPERATOR),
    company: (tx) => setCompany(tx, company.id, OPERATOR, { subsidyCents: 1_000 }),
    integration: (tx) => setIntegration(tx, company.id, integrationId, OPERATOR, { autoSyncDefault: false }),
  };
  for (const [name, change] of Object.entries(changes))
    await rollBackAfter(sql, async (tx) => {
      const { counting, locks } = countingLocks(tx);
      await change(counting);
      assert.equal(locks(), 1, name);
    });
});
