import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompanySettings } from '../../../src/company/companies/companies-sql.ts';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { setIntegration } from '../../../src/company/integrations/set-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { rollBackAfter } from '../../../src/platform/db/roll-back.ts';
import { inDay } from '../../../src/tickets/issue/open-day.ts';
import { answerOffer } from '../../../src/tickets/subscriptions/answer-offer.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { dumpCompany, SYNCED_TABLES } from './dump.ts';

const service = await createTestService();
const { sql } = service.database;

/** A ticket costs 63.00 €, less 5 % if the employer pays at least a quarter. */
const FULL = { employer: 5985, employees: 0 };
const SPLIT = { employer: 2500, employees: 3485 };

async function createCompany(settings: CompanySettings = {}) {
  const company = await createSyncingCompany(service, settings);
  const { companyId, integrationId } = company;
  const setDefault = async (autoSyncDefault: boolean) => {
    const change = await sql.begin((tx) =>
      setIntegration(tx, companyId, integrationId, OPERATOR, { autoSyncDefault }),
    );
    if (!change) return null;
    const { counts, people, monthlyCents } = change;
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    assert.equal(total, people.length);
    return {
      people: people.map(({ firstName, effect, from }) => [firstName.slice('First'.length), effect, from]),
      monthlyCents,
    };
  };
  /** The subscriptions by personnel number: status, next ticket, month of the latest ticket. */
  const subscriptions = async () =>
    Object.fromEntries(
      (await company.people()).map(
        ({
          firstName,
          subscription,
          ticket,
        }: Record<string, Record<string, string>> & { firstName: string }) => [
          firstName.slice('First'.length),
          [subscription?.['status'], subscription?.['nextTicketAt'], ticket?.['ticketMonth'] ?? null],
        ],
      ),
    );
  /** Moves the clock forward and issues the tickets that are due. */
  const clock = async (day: string) => {
    await company.clock(day);
    await sql.begin((tx) => inDay(tx, companyId, 'short', async () => {}));
  };
  return { ...company, setDefault, subscriptions, clock };
}

const leave = (startDate: string) => ({ absences: [{ type: 'parental', startDate }] });

describe('the default of autoSyncEmployee changes from true to false', () => {
  it('pauses by absences end for everybody whose entry does not say autoSyncEmployee, from the next month on', async () => {
    const company = await createCompany();
    await company.clock('2026-12-01');
    await company.sync([
      entry('A', leave('2027-02-01')),
      entry('B'),
      entry('C', { ...leave('2027-02-01'), autoSyncEmployee: true }),
      entry('D', leave('2027-01-01')),
    ]);
    await company.clock('2027-01-15');
    assert.deepEqual(await company.subscriptions(), {
      A: ['scheduled-pause', null, '2027-01'],
      B: ['active', '2027-02-01', '2027-01'],
      C: ['scheduled-pause', null, '2027-01'],
      D: ['paused', null, '2026-12'],
    });
    assert.deepEqual(await company.setDefault(false), {
      people: [
        ['A', 'pause-ends', '2027-02-01'],
        ['D', 'pause-ends', '2027-02-01'],
      ],
      monthlyCents: { employer: 2 * FULL.employer, employees: 0 },
    });
    assert.deepEqual(await company.subscriptions(), {
      A: ['active', '2027-02-01', '2027-01'],
      B: ['active', '2027-02-01', '2027-01'],
      C: ['scheduled-pause', null, '2027-01'],
      // January had begun: it stays paused, and no ticket is issued for it.
      D: ['paused', '2027-02-01', '2026-12'],
    });
    assert.deepEqual(await company.setDefault(true), {
      people: [
        ['A', 'pause-begins', '2027-02-01'],
        ['D', 'pause-begins', '2027-02-01'],
      ],
      monthlyCents: { employer: -2 * FULL.employer, employees: 0 },
    });
  });
});

describe('the cost of another default of autoSyncEmployee', () => {
  it('is what people have signed, where the current amount is higher', async () => {
    const company = await createCompany({ planType: 'split-pay-plan', subsidyCents: 2500 });
    const { companyId } = company;
    await company.sync([entry('A', leave('2027-02-01'))]);
    const [ofA] = await sql<{ id: number; employeeId: number }[]>`
      select id, employee_id as "employeeId" from contract_offers where company_id = ${companyId} order by id`;
    assert(ofA);
    const employee = { type: 'employee' as const, id: ofA.employeeId };
    await sql.begin((tx) => answerOffer(tx, companyId, ofA.id, employee, 'accepted'));
    await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { subsidyCents: 2000 }));
    await company.clock('2027-01-15');
    const signed = { people: [['A', 'pause-ends', '2027-02-01']], monthlyCents: SPLIT };
    assert.deepEqual(await company.setDefault(false), signed);
    assert.deepEqual(await company.setDefault(true), {
      people: [['A', 'pause-begins', '2027-02-01']],
      monthlyCents: { employer: -SPLIT.employer, employees: -SPLIT.employees },
    });
  });
});

describe('the default of autoSyncEmployee changes from false to true', () => {
  it('subscriptions of people without one start on the next first, also if the change is made on a first', async () => {
    for (const [today, start] of [
      ['2026-11-15', '2026-12-01'],
      ['2026-11-30', '2026-12-01'],
      ['2026-12-01', '2027-01-01'],
    ] as const) {
      const company = await createCompany();
      await company.setDefault(false);
      await company.sync([
        entry('A'),
        entry('B', { autoSyncEmployee: true }),
        entry('C', { autoSyncEmployee: false }),
      ]);
      await company.clock(today);
      const { B, C } = await company.subscriptions();
      assert.deepEqual(await company.setDefault(true), {
        people: [['A', 'start', start]],
        monthlyCents: FULL,
      });
      assert.deepEqual(await company.subscriptions(), { A: ['scheduled', start, null], B, C });
      assert.equal(C?.[0], 'no-subscription');
      await company.clock(start);
      assert.deepEqual((await company.subscriptions())['A']?.[2], start.slice(0, 7));
    }
  });

  it('made on a first, starts nothing on that day for a person whom another integration lists too', async () => {
    const company = await createCompany();
    await company.setDefault(false);
    await company.sync([entry('A')]);
    const second = await company.newIntegration('Temps');
    await company.sync([entry('A', { autoSyncEmployee: true })], { to: second });
    await company.clock('2026-12-01');
    assert.deepEqual((await company.setDefault(true))?.people, [['A', 'start', '2027-01-01']]);
    await company.sync([entry('A'), entry('B')]);
    assert.deepEqual((await company.subscriptions())['A'], ['scheduled', '2027-01-01', null]);
  });

  it('with a plan that needs a contract, offers are made', async () => {
    const company = await createCompany({ planType: 'split-pay-plan', subsidyCents: 2500 });
    await company.setDefault(false);
    await company.sync([entry('A'), entry('B')]);
    assert.deepEqual(await company.setDefault(true), {
      people: [
        ['A', 'offer', '2026-12-01'],
        ['B', 'offer', '2026-12-01'],
      ],
      monthlyCents: { employer: 2 * SPLIT.employer, employees: 2 * SPLIT.employees },
    });
    const [a] = await company.people();
    assert.deepEqual([a.subscription.status, a.plan.contractSigningStatus], ['no-subscription', 'pending']);
  });

  it('without auto-enrol, people wait for enrolment, which costs nothing', async () => {
    const company = await createCompany({ autoEnrol: false });
    await company.setDefault(false);
    await company.sync([entry('A')]);
    assert.deepEqual(await company.setDefault(true), {
      people: [['A', 'wait', null]],
      monthlyCents: { employer: 0, employees: 0 },
    });
  });

  it('an ended subscription of somebody who is back continues, without a ticket for the running month', async () => {
    const company = await createCompany();
    await company.clock('2026-12-01');
    await company.sync([entry('A'), entry('B')]);
    await company.setDefault(false);
    await company.clock('2026-12-15');
    await company.sync([entry('B')]);
    await company.clock('2027-01-02');
    await company.sync([entry('A'), entry('B')]);
    assert.deepEqual((await company.subscriptions())['A'], ['cancelled', null, '2026-12']);
    assert.deepEqual(await company.setDefault(true), {
      people: [['A', 'continue', '2027-02-01']],
      monthlyCents: FULL,
    });
    assert.deepEqual((await company.subscriptions())['A'], ['active', '2027-02-01', '2026-12']);
  });

  it('absences pause months from the next one on', async () => {
    const company = await createCompany();
    await company.clock('2026-12-01');
    await company.sync([entry('A', leave('2027-01-01'))]);
    await company.setDefault(false);
    await company.clock('2027-01-10');
    assert.deepEqual((await company.subscriptions())['A'], ['active', '2027-02-01', '2027-01']);
    assert.deepEqual((await company.setDefault(true))?.people, [['A', 'pause-begins', '2027-02-01']]);
    assert.deepEqual((await company.subscriptions())['A'], ['scheduled-pause', null, '2027-01']);
  });
});

describe('another default of autoSyncEmployee', () => {
  it('is previewed by a rollback, which changes nothing', async () => {
    const company = await createCompany();
    await company.setDefault(false);
    await company.sync([entry('A')]);
    const { companyId, integrationId } = company;
    const before = await dumpCompany(sql, companyId, SYNCED_TABLES);
    const preview = await rollBackAfter(sql, (tx) =>
      setIntegration(tx, companyId, integrationId, OPERATOR, { autoSyncDefault: true }),
    );
    assert.equal(preview?.counts.start, 1);
    assert.deepEqual(await dumpCompany(sql, companyId, SYNCED_TABLES), before);
  });

  it('concerns nobody if it is the present one, and nobody of another integration', async () => {
    const company = await createCompany();
    const second = await company.newIntegration('Temps');
    await company.set({ autoSyncDefault: false }, second);
    await company.sync([entry('T')], { to: second });
    assert.equal(await company.setDefault(true), null);
    assert.deepEqual((await company.setDefault(false))?.people, []);
    assert.deepEqual((await company.setDefault(true))?.people, []);
    assert.equal((await company.subscriptions())['T']?.[0], 'no-subscription');
  });

  it('changes nothing for people about whom an older link of another integration decides', async () => {
    const company = await createCompany({ autoEnrol: false });
    const second = await company.newIntegration('Temps');
    await company.set({ autoSyncDefault: false }, second);
    await company.sync([entry('A')]);
    await company.sync([entry('A')], { to: second });
    await sql.begin((tx) => setCompany(tx, company.companyId, OPERATOR, { autoEnrol: true }));
    await company.clock('2026-12-01');
    const before = await company.subscriptions();
    assert.equal(before['A']?.[0], 'no-subscription');
    assert.deepEqual((await company.set({ autoSyncDefault: true }, second))?.people, []);
    assert.deepEqual(await company.subscriptions(), before);
  });

  it('makes the next roster be read, and that roster changes nothing more', async () => {
    const company = await createCompany();
    await company.setDefault(false);
    await company.sync([entry('A')], { syncId: 'first' });
    await company.setDefault(true);
    const before = await company.subscriptions();
    const again = await company.sync([entry('A')], { syncId: 'second' });
    assert.deepEqual([again.counts.unchanged, again.attempts], [1, 1], 'it was read and applied');
    assert.deepEqual(await company.subscriptions(), before);
  });
});
