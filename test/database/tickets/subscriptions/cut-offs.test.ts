import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { CompanyDay } from '../../../../src/domain/day/company-day.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import {
  cancellationCutOff,
  cancellationEnd,
  earliestPause,
  earliestStart,
  endsBefore,
} from '../../../../src/tickets/subscriptions/actions/cut-offs.ts';
import { cancel, enrol, pause } from '../../support/actions.ts';
import { shows, TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

function on(today: string, cutOffs: Partial<CompanyDay> = {}): CompanyDay {
  return {
    companyId: 1,
    today,
    autoEnrol: false,
    defaultPlanType: 'fully-subsidized-plan',
    subsidyCents: 0,
    locale: 'de-DE',
    timeZone: 'Europe/Berlin',
    orderUntilDay: null,
    cancelUntilDay: 10,
    pauseUntilDay: null,
    issuedThrough: null,
    announcedOn: null,
    hasGroups: false,
    frozen: true,
    ...cutOffs,
  };
}

describe('a cancellation', () => {
  for (const [today, end] of [
    ['2026-03-01', '2026-04-01'],
    ['2026-03-10', '2026-04-01'],
    ['2026-03-11', '2026-05-01'],
    ['2026-03-31', '2026-05-01'],
    ['2026-02-10', '2026-03-01'],
    ['2026-02-28', '2026-04-01'],
    ['2028-02-29', '2028-04-01'],
    ['2026-11-11', '2027-01-01'],
    ['2026-12-10', '2027-01-01'],
    ['2026-12-31', '2027-02-01'],
  ] as const)
    it(`of ${today} ends the term on ${end}`, () => assert.equal(cancellationEnd(on(today)), end));

  for (const [today, askedOn, hasPassed] of [
    ['2026-03-10', undefined, false],
    ['2026-03-11', undefined, true],
    ['2026-03-11', '2026-03-10', false],
    ['2026-03-12', '2026-03-11', true],
    // The month that was asked for in time has begun.
    ['2026-04-11', '2026-03-10', true],
    ['2026-04-02', '2026-03-10', false],
  ] as const)
    it(`of ${today}, asked for on ${askedOn ?? today}, says that the cut-off had ${hasPassed ? '' : 'not '}passed`, () =>
      assert.deepEqual(cancellationCutOff(on(today), askedOn), { untilDay: 10, hasPassed }));

  it('without a cut-off says nothing about one', () =>
    assert.equal(cancellationCutOff(on('2026-03-31', { cancelUntilDay: null })), null));

  it('without a cut-off applies to the first of next month on every day', () => {
    for (const today of ['2026-01-01', '2026-01-31', '2028-02-29', '2026-12-31'])
      assert.equal(
        cancellationEnd(on(today, { cancelUntilDay: null })),
        earliestPause(on(today, { pauseUntilDay: null })),
      );
  });
});

describe('an order', () => {
  for (const [today, untilDay, employedFrom, start] of [
    ['2026-03-31', null, null, '2026-04-01'],
    ['2026-04-01', null, null, '2026-05-01'],
    ['2026-03-20', 20, null, '2026-04-01'],
    ['2026-03-21', 20, null, '2026-05-01'],
    ['2028-02-28', 28, null, '2028-03-01'],
    ['2028-02-29', 28, null, '2028-04-01'],
    ['2026-03-10', null, '2026-03-01', '2026-04-01'],
    ['2026-03-10', null, '2026-04-01', '2026-04-01'],
    ['2026-03-10', null, '2026-04-02', '2026-05-01'],
    ['2026-03-25', 20, '2026-04-15', '2026-05-01'],
    ['2026-03-25', 20, '2026-05-02', '2026-06-01'],
  ] as const)
    it(`of ${today}, until day ${untilDay}, employed from ${employedFrom}, begins on ${start}`, () =>
      assert.equal(earliestStart(on(today, { orderUntilDay: untilDay }), employedFrom), start));
});

it('a cut-off never leads to the current month, and never later than the month after next', () => {
  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.option(fc.integer({ min: 1, max: 28 })), (date, untilDay) => {
      const today = date.toISOString().slice(0, 10);
      const first = earliestPause(on(today, { pauseUntilDay: untilDay }));
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      const late = untilDay !== null && date.getUTCDate() > untilDay;
      assert.equal(first, new Date(Date.UTC(year, month + (late ? 2 : 1), 1)).toISOString().slice(0, 10));
    }),
  );
});

it('a term that begins after the last month of the employment counts as ended before its start', () => {
  assert.equal(endsBefore(null, '2026-04-01'), false);
  assert.equal(endsBefore('2026-04-01', '2026-04-01'), false);
  assert.equal(endsBefore('2026-03-31', '2026-04-01'), true);
  assert.equal(endsBefore('2028-02-29', '2028-03-01'), true);
});

describe('the cut-offs a company sets', () => {
  const refused = (error: unknown) => error instanceof AppError && error.code === 'transition-refused';

  it('apply to actions of people', async () => {
    const company = await TestCompany.create(sql, '2026-03-21', { autoEnrol: false });
    await sql`
      update companies set order_until_day = 20, cancel_until_day = 20, pause_until_day = 20
        where id = ${company.id}`;
    const id = await company.addPerson();
    assert.deepEqual(await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR)), { start: '2026-05-01' });
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-05-01' });
    const early = sql.begin((tx) => pause(tx, company.id, id, OPERATOR, { fromMonth: '2026-04' }));
    await assert.rejects(early, refused);
    assert.deepEqual(await sql.begin((tx) => pause(tx, company.id, id, OPERATOR)), {
      from: '2026-05-01',
      until: null,
    });
    assert.deepEqual(await sql.begin((tx) => cancel(tx, company.id, id, OPERATOR)), {
      end: '2026-05-01',
      dropped: true,
    });
  });

  it('never apply to HR facts', async () => {
    const company = await TestCompany.create(sql, '2026-03-31');
    await sql`
      update companies set order_until_day = 1, cancel_until_day = 1, pause_until_day = 1
        where id = ${company.id}`;
    const id = await company.addPerson();
    await company.roster([{ id, facts: {} }]);
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-04-01' });
    await company.on('2026-04-30');
    await company.roster([
      { id, facts: { absences: [{ type: 'sabbatical', startDate: '2026-05-01', endDate: '2026-05-31' }] } },
    ]);
    shows(await company.read(id), { status: 'scheduled-pause', nextTicketAt: '2026-06-01' });
    await company.roster([{ id, facts: null }]);
    shows(await company.read(id), { status: 'scheduled-cancellation', nextTicketAt: null });
  });
});
