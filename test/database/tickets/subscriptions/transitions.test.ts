import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { PROBLEMS } from '../../../../src/http/problems.ts';
import type { Transaction } from '../../../../src/platform/db/types.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import {
  ACTIONS,
  type Action,
  TRANSITIONS,
} from '../../../../src/tickets/subscriptions/actions/transitions.ts';
import {
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from '../../../../src/tickets/subscriptions/subscription-statuses.ts';
import {
  cancel,
  changePlan,
  enrol,
  issueNow,
  pause,
  resume,
  revoke,
  withdrawCancellation,
} from '../../support/actions.ts';
import { shows, TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

/** After the 10th, so a cancellation of today ends with June. */
const TODAY = '2026-05-15';

type RunAction = (tx: Transaction, companyId: number, id: number) => Promise<unknown>;
const RUN_ACTION: Record<Action, RunAction> = {
  enrol: (tx, companyId, id) => enrol(tx, companyId, id, OPERATOR),
  'change-plan': (tx, companyId, id) => changePlan(tx, companyId, id, OPERATOR, 'deferred-plan'),
  pause: (tx, companyId, id) => pause(tx, companyId, id, OPERATOR, { untilMonth: '2026-06' }),
  resume: (tx, companyId, id) => resume(tx, companyId, id, OPERATOR),
  cancel: (tx, companyId, id) => cancel(tx, companyId, id, OPERATOR),
  'withdraw-cancellation': (tx, companyId, id) => withdrawCancellation(tx, companyId, id, OPERATOR),
  revoke: (tx, companyId, id) => revoke(tx, companyId, id, OPERATOR),
  'issue-now': (tx, companyId, id) => issueNow(tx, companyId, id, OPERATOR),
};

interface Facts {
  term_number?: number;
  term_start?: string;
  term_end_hr?: string;
  term_end_hr_cause?: string;
  term_end_person?: string;
  pauses_hr?: string;
  pauses_person?: string;
}
const begun: Facts = { term_number: 1, term_start: '2026-01-01' };
const FACTS: Record<SubscriptionStatus, Facts> = {
  'no-subscription': {},
  scheduled: { term_number: 1, term_start: '2026-07-01' },
  active: begun,
  'scheduled-pause': { ...begun, pauses_person: '{[2026-08-01,2026-09-01)}' },
  paused: { ...begun, pauses_person: '{[2026-05-01,2026-09-01)}' },
  'scheduled-cancellation': { ...begun, term_end_hr: '2026-10-01', term_end_hr_cause: 'omission' },
  cancelled: { ...begun, term_end_person: '2026-04-01' },
};
const cancelled = { term_end_person: '2026-12-01' };
const pausedLater = { pauses_person: '{[2026-11-01,2026-12-01)}' };

/** Every transition, written by hand: the facts it needs beyond the status, and the record afterwards. */
const EXPECTED: Record<Action, Partial<Record<SubscriptionStatus, [more: Facts, shown: object]>>> = {
  enrol: {
    'no-subscription': [{}, { status: 'scheduled', startAt: null, nextTicketAt: '2026-06-01' }],
    cancelled: [{}, { status: 'scheduled', cancelledAt: null, nextTicketAt: '2026-06-01' }],
  },
  'change-plan': {
    scheduled: [{}, { status: 'scheduled', planType: 'fully-subsidized-plan', contractStatus: 'pending' }],
    active: [{}, { status: 'active', planType: 'fully-subsidized-plan', contractStatus: 'pending' }],
    'scheduled-pause': [{}, { status: 'scheduled-pause', contractStatus: 'pending' }],
    paused: [{}, { status: 'paused', contractStatus: 'pending' }],
    'scheduled-cancellation': [{}, { status: 'scheduled-cancellation', contractStatus: 'pending' }],
  },
  pause: {
    scheduled: [{}, { status: 'scheduled', nextTicketAt: '2026-07-01' }],
    active: [{}, { status: 'scheduled-pause', pausedAt: null, nextTicketAt: '2026-07-01' }],
    'scheduled-pause': [{}, { status: 'scheduled-pause', nextTicketAt: '2026-07-01' }],
    paused: [
      { pauses_person: '{[2026-05-01,2026-06-01)}' },
      { status: 'paused', nextTicketAt: '2026-07-01' },
    ],
    'scheduled-cancellation': [{}, { status: 'scheduled-pause', nextTicketAt: '2026-07-01' }],
  },
  resume: {
    scheduled: [{ pauses_person: '{[2026-07-01,)}' }, { status: 'scheduled', nextTicketAt: '2026-07-01' }],
    'scheduled-pause': [{}, { status: 'active', nextTicketAt: '2026-06-01' }],
    paused: [{}, { status: 'paused', pausedAt: '2026-05-01', nextTicketAt: '2026-06-01' }],
    'scheduled-cancellation': [pausedLater, { status: 'scheduled-cancellation' }],
  },
  cancel: {
    scheduled: [{}, { status: 'no-subscription', startAt: null, nextTicketAt: null }],
    active: [{}, { status: 'scheduled-cancellation', nextTicketAt: '2026-06-01' }],
    'scheduled-pause': [{}, { status: 'scheduled-cancellation', nextTicketAt: '2026-06-01' }],
    paused: [{}, { status: 'paused', nextTicketAt: null }],
    'scheduled-cancellation': [{}, { status: 'scheduled-cancellation', nextTicketAt: '2026-06-01' }],
  },
  'withdraw-cancellation': {
    scheduled: [cancelled, { status: 'scheduled', nextTicketAt: '2026-07-01' }],
    'scheduled-pause': [cancelled, { status: 'scheduled-pause' }],
    paused: [{ term_end_person: '2026-07-01' }, { status: 'paused', nextTicketAt: '2026-09-01' }],
    'scheduled-cancellation': [{ term_end_person: '2026-06-01' }, { nextTicketAt: '2026-06-01' }],
  },
  revoke: {
    scheduled: [{}, { status: 'no-subscription' }],
    active: [{}, { status: 'cancelled', cancelledAt: TODAY, nextTicketAt: null }],
    'scheduled-pause': [{}, { status: 'cancelled', cancelledAt: TODAY }],
    paused: [{}, { status: 'cancelled', cancelledAt: TODAY, pausedAt: '2026-05-01', reactivatedAt: null }],
    'scheduled-cancellation': [{}, { status: 'cancelled', cancelledAt: TODAY }],
  },
  'issue-now': {
    scheduled: [{}, { status: 'active', startAt: TODAY, ticketMonth: '2026-05', ticketValidFrom: TODAY }],
    active: [{}, { status: 'active', ticketMonth: '2026-05', ticketValidFrom: TODAY }],
    'scheduled-pause': [{}, { status: 'scheduled-pause', ticketMonth: '2026-05' }],
    // No roster lists an absence for this person any more.
    paused: [
      { pauses_person: '{}', pauses_hr: '{[2026-05-01,2026-06-01)}' },
      { status: 'active', reactivatedAt: TODAY, ticketMonth: '2026-05', ticketValidFrom: TODAY },
    ],
    'scheduled-cancellation': [{}, { status: 'scheduled-cancellation', ticketMonth: '2026-05' }],
  },
};

let company: TestCompany;
let neighbour: TestCompany;
let neighbourBefore: unknown;

/** Creates a person with these facts and no ticket, in a company that has issued the month. */
async function personWith(where: TestCompany, facts: Facts): Promise<number> {
  const id = await where.addPerson();
  if (Object.keys(facts).length > 0)
    await sql`update employees set ${sql({ ...facts })} where company_id = ${where.id} and id = ${id}`;
  return id;
}

before(async () => {
  const made: TestCompany[] = [];
  for (const _ of ['company', 'neighbour']) {
    const one = await TestCompany.create(sql, TODAY, { autoEnrol: false });
    await one.open(async () => {});
    for (const status of SUBSCRIPTION_STATUSES) await personWith(one, FACTS[status]);
    made.push(one);
  }
  const [first, second] = made;
  assert(first && second);
  company = first;
  neighbour = second;
  neighbourBefore = await neighbour.everything();
});

describe('the table of transitions', () => {
  it('has exactly the transitions of this test', () => {
    for (const action of ACTIONS)
      assert.deepEqual([...TRANSITIONS[action]].sort(), Object.keys(EXPECTED[action]).sort(), action);
  });

  it('refuses with a conflict', () => {
    assert.equal(PROBLEMS['transition-refused'].status, 409);
    assert.equal(PROBLEMS['sync-in-progress'].status, 409);
  });
});

for (const action of ACTIONS)
  describe(action, () => {
    for (const status of SUBSCRIPTION_STATUSES) {
      const expected = EXPECTED[action][status];
      if (expected)
        it(`is possible when ${status}`, async () => {
          const [more, shown] = expected;
          const id = await personWith(company, { ...FACTS[status], ...more });
          shows(await company.read(id), { status });
          const others = await othersThan(id);
          await sql.begin((tx) => RUN_ACTION[action](tx, company.id, id));
          shows(await company.read(id), shown);
          const audit = await sql`select action from audit_log
            where company_id = ${company.id} and subject_id = ${id} and subject_type = 'employee'`;
          assert.equal(audit.length, 1, 'exactly one row in the audit log');
          assert.deepEqual(await othersThan(id), others, 'nothing happens to anybody else');
        });
      else
        it(`is refused when ${status}`, async () => {
          const id = await personWith(company, FACTS[status]);
          shows(await company.read(id), { status });
          const unchanged = await company.everything();
          await assert.rejects(
            sql.begin((tx) => RUN_ACTION[action](tx, company.id, id)),
            (error) => error instanceof AppError && error.code === 'transition-refused',
          );
          assert.deepEqual(await company.everything(), unchanged);
        });
    }

    it('does not find people of another company', async () => {
      const id = await personWith(company, begun);
      await assert.rejects(
        sql.begin((tx) => RUN_ACTION[action](tx, neighbour.id, id)),
        (error) => error instanceof AppError && error.code === 'not-found',
      );
    });
  });

it('no action changed the other company', async () => {
  assert.deepEqual(await neighbour.everything(), neighbourBefore);
});

async function othersThan(id: number): Promise<unknown> {
  const employees =
    await sql`select * from employees where company_id = ${company.id} and id <> ${id} order by id`;
  const tickets =
    await sql`select * from tickets where company_id = ${company.id} and employee_id <> ${id} order by id`;
  return [employees, tickets];
}
