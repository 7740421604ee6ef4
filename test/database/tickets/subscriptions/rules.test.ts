import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { selectEmployees } from '../../../../src/people/employees/employees-sql.ts';
import { type Facts, type Judgement, judge, type Pause } from '../../../pure/models/subscription.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const database = await createTestDatabase();
const { id: companyId } = await createCompany(database.sql, OPERATOR, { name: 'Regel GmbH' });

const multirange = (pauses: Pause[]) =>
  `{${pauses.map(({ from, until }) => `[${from},${until ?? ''})`).join(',')}}`;

/**
 * Computes the results with the read path of the service: stores the facts and reads them back on that day.
 */
async function judgeByService(today: string, all: Facts[]): Promise<Judgement[]> {
  const { sql } = database;
  await sql`update companies set clock_frozen_on = ${today} where id = ${companyId}`;
  const rows = all.map((facts) => ({
    company_id: companyId,
    first_name: 'Ada',
    last_name: 'Regel',
    email: 'ada@example.com',
    date_of_birth: '1990-01-01',
    term_number: facts.termNumber,
    term_start: facts.start,
    term_end_hr: facts.endHr,
    term_end_hr_cause: facts.endHr && 'omission',
    term_end_person: facts.endPerson,
    term_end_contract: facts.endContract,
    term_reopened_on: facts.reopenedOn,
    pauses_hr: multirange(facts.pausesHr),
    pauses_person: multirange(facts.pausesPerson),
    earlier_paused_on: facts.earlierPausedOn,
    earlier_reactivated_on: facts.earlierReactivatedOn,
  }));
  const inserted = await sql<{ id: number }[]>`insert into employees ${sql(rows)} returning id`;
  const ids = inserted.map(({ id }) => id);
  const employees = await selectEmployees(sql, companyId, ids);
  const byId = new Map(employees.map((employee) => [employee.id, employee]));
  return ids.map((id) => {
    const employee = byId.get(id);
    assert(employee);
    const { status, startAt, nextTicketAt, pausedAt, cancelledAt, reactivatedAt } = employee;
    return { status, startAt, nextTicketAt, pausedAt, cancelledAt, reactivatedAt };
  });
}

const NONE: Facts = {
  termNumber: 0,
  start: null,
  endHr: null,
  endPerson: null,
  endContract: null,
  reopenedOn: null,
  pausesHr: [],
  pausesPerson: [],
  earlierPausedOn: null,
  earlierReactivatedOn: null,
};
const term = (start: string, more: Partial<Facts> = {}): Facts => ({
  ...NONE,
  termNumber: 1,
  start,
  ...more,
});

describe('the state of a subscription, computed from its facts,', () => {
  const leave = { pausesHr: [{ from: '2026-06-01', until: '2026-09-01' }] };
  const cases: [string, Facts, string, Partial<Judgement>][] = [
    ['nobody enrolled', NONE, '2026-03-10', { status: 'no-subscription', startAt: null, nextTicketAt: null }],
    [
      'joins in April',
      term('2026-04-01'),
      '2026-03-10',
      { status: 'scheduled', startAt: null, nextTicketAt: '2026-04-01' },
    ],
    [
      'joined in April',
      term('2026-04-01'),
      '2026-04-01',
      { status: 'active', startAt: '2026-04-01', nextTicketAt: '2026-05-01' },
    ],
    [
      'leave ahead',
      term('2026-01-01', leave),
      '2026-05-15',
      { status: 'scheduled-pause', pausedAt: null, nextTicketAt: '2026-09-01' },
    ],
    [
      'on leave',
      term('2026-01-01', leave),
      '2026-06-01',
      { status: 'paused', pausedAt: '2026-06-01', reactivatedAt: null },
    ],
    [
      'back from leave',
      term('2026-01-01', leave),
      '2026-09-01',
      { status: 'active', reactivatedAt: '2026-09-01' },
    ],
    [
      'leaves in March',
      term('2026-01-01', { endHr: '2026-04-01' }),
      '2026-03-15',
      { status: 'scheduled-cancellation', nextTicketAt: null, cancelledAt: null },
    ],
    [
      'has left',
      term('2026-01-01', { endHr: '2026-04-01' }),
      '2026-04-01',
      { status: 'cancelled', cancelledAt: '2026-04-01' },
    ],
    [
      'a pause and an end on the same day',
      term('2026-01-01', { endPerson: '2026-06-01', ...leave }),
      '2026-05-15',
      { status: 'scheduled-cancellation' },
    ],
    [
      'a pause that runs into the end is not followed by a reactivation',
      term('2026-01-01', { endPerson: '2026-09-01', ...leave }),
      '2026-10-10',
      { status: 'cancelled', pausedAt: '2026-06-01', reactivatedAt: null },
    ],
    [
      'an open-ended pause leaves no next ticket',
      term('2026-01-01', { pausesPerson: [{ from: '2026-05-01', until: null }] }),
      '2026-05-15',
      { status: 'paused', nextTicketAt: null },
    ],
    [
      'pauses of two owners that touch are one pause',
      term('2026-01-01', { ...leave, pausesPerson: [{ from: '2026-09-01', until: '2026-10-01' }] }),
      '2026-09-15',
      { status: 'paused', pausedAt: '2026-06-01', reactivatedAt: null, nextTicketAt: '2026-10-01' },
    ],
    [
      'a second term is a reactivation and keeps the earlier pause',
      term('2026-04-01', {
        termNumber: 2,
        earlierPausedOn: '2025-07-01',
        earlierReactivatedOn: '2025-08-01',
      }),
      '2026-04-02',
      { status: 'active', pausedAt: '2025-07-01', reactivatedAt: '2026-04-01' },
    ],
  ];
  for (const [name, facts, today, expected] of cases)
    it(`${name} (${today})`, async () => {
      const [judgement] = await judgeByService(today, [facts]);
      assert.deepEqual({ ...judgement, ...expected }, judgement);
      assert.deepEqual(judge(facts, today), judgement);
    });

  it('equals the model on random facts and days', async () => {
    const month = fc.integer({ min: 0, max: 35 }).map((n) => monthFirst(n));
    const day = fc.integer({ min: 0, max: 1100 }).map((n) => dayAfter('2026-01-01', n));
    const pause = fc
      .tuple(fc.integer({ min: 0, max: 33 }), fc.option(fc.integer({ min: 1, max: 8 }), { freq: 8 }))
      .map(
        ([from, months]): Pause => ({
          from: monthFirst(from),
          until: months === null ? null : monthFirst(from + months),
        }),
      );
    const pauses = fc.array(pause, { maxLength: 3 });
    const end = fc.option(fc.oneof(month, day), { freq: 1 });
    const facts = fc
      .record({
        termNumber: fc.integer({ min: 1, max: 2 }),
        start: month,
        endHr: end,
        endPerson: end,
        endContract: end,
        pausesHr: pauses,
        pausesPerson: pauses,
        earlierPausedOn: fc.option(fc.constant('2025-05-01')),
        earlierReactivatedOn: fc.option(fc.constant('2025-08-01')),
      })
      .map((made): Facts => ({ ...made, reopenedOn: null, ...notBefore(made.start, made) }));
    await fc.assert(
      fc.asyncProperty(
        day,
        fc.array(fc.oneof({ weight: 1, arbitrary: fc.constant(NONE) }, { weight: 20, arbitrary: facts }), {
          minLength: 1,
          maxLength: 150,
        }),
        async (today, all) => {
          assert.deepEqual(
            await judgeByService(today, all),
            all.map((one) => judge(one, today)),
          );
        },
      ),
      { numRuns: 20 },
    );
  });
});

function monthFirst(number: number): string {
  return new Date(Date.UTC(2026, number, 1)).toISOString().slice(0, 10);
}

function dayAfter(start: string, days: number): string {
  return new Date(Date.parse(`${start}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Moves ends to the start or later: the schema refuses earlier ends. */
function notBefore(start: string, made: Pick<Facts, 'endHr' | 'endPerson' | 'endContract'>) {
  const later = (end: string | null) => (end !== null && end < start ? start : end);
  return { endHr: later(made.endHr), endPerson: later(made.endPerson), endContract: later(made.endContract) };
}
