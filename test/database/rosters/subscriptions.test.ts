import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerOffer } from '../../../src/tickets/subscriptions/answer-offer.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

const ticketsOf = async (companyId: number) =>
  (
    await sql`
      select to_char(month, 'YYYY-MM') as month, valid_from, voided_at is not null as void from tickets
      where company_id = ${companyId} order by id`
  ).map(({ month, valid_from, void: isVoid }) => [month, valid_from, isVoid]);

/** Creates a company with one person, listed since the first of the month, who has a ticket. */
async function createCompanyWithTicket() {
  const company = await createSyncingCompany(service);
  await company.clock('2026-11-01');
  await company.sync([entry('A'), entry('B')]);
  await company.clock('2026-11-15');
  return company;
}

describe('with auto-enrol', () => {
  it('the subscription of a new person starts on the first of next month, and the change shows the date', async () => {
    const company = await createSyncingCompany(service);
    const run = await company.sync([entry('A')]);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual(
      [change.outcome, change.subscription.action, change.subscription.startAt],
      ['added', 'start', '2026-12-01'],
    );
    const [a] = await company.people();
    assert.deepEqual([a.subscription.status, a.subscription.nextTicketAt], ['scheduled', '2026-12-01']);
    assert.equal(run.counts.waitingForEnrolment, 0);
  });

  it('a new person on a plan with a contract is only offered one, and so is one who comes back; a rejection is nothing', async () => {
    const company = await createSyncingCompany(service, { planType: 'split-pay-plan', subsidyCents: 2500 });
    const subscriptionOf = async (entries: Parameters<typeof company.sync>[0]) => {
      const [change] = await company.changes((await company.sync(entries)).syncId);
      return change.subscription && [change.subscription.action, change.subscription.startAt];
    };
    assert.deepEqual(await subscriptionOf([entry('A')]), ['offer', '2026-12-01']);
    const [a] = await company.people();
    assert.deepEqual([a.subscription.status, a.plan.contractSigningStatus], ['no-subscription', 'pending']);
    // The open offer follows the roster's start date. No further contract is offered.
    assert.deepEqual(await subscriptionOf([entry('A', { startDate: '2027-01-15' })]), [
      'adjust',
      '2027-02-01',
    ]);
    const [offer] = await sql<{ id: number }[]>`
      select max(id) as id from contract_offers where company_id = ${company.companyId}`;
    const actor = { type: 'employee', id: a.id } as const;
    await sql.begin((tx) => answerOffer(tx, company.companyId, offer?.id ?? 0, actor, 'rejected'));
    assert.equal(await subscriptionOf([entry('A', { startDate: '2027-02-15' })]), null);
  });

  it('a roster applied on the first of a month issues the ticket of the month at once, and only once', async () => {
    const company = await createSyncingCompany(service);
    await company.clock('2026-12-01');
    await company.sync([entry('A')]);
    await company.sync([entry('A')]);
    assert.deepEqual(await ticketsOf(company.companyId), [['2026-12', '2026-12-01', false]]);
  });

  it('due tickets are issued before the roster is applied: a person who leaves on that day keeps this month’s ticket', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    await company.clock('2026-12-05');
    const run = await company.sync([entry('B')]);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual(
      [change.outcome, change.subscription.endAt, change.subscription.lastTicketMonth],
      ['offboarded', '2027-01-01', '2026-12'],
    );
    const [a] = await company.people();
    assert.equal(a.subscription.status, 'scheduled-cancellation');
  });

  it('a person who leaves before the subscription starts has none', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    const run = await company.sync([entry('B')]);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual([change.outcome, change.subscription.action], ['offboarded', 'drop']);
    assert.equal((await company.people())[0].subscription.status, 'no-subscription');
  });

  it('a person who returns before the end keeps the subscription', async () => {
    const company = await createCompanyWithTicket();
    await company.sync([entry('B')]);
    assert.equal((await company.people())[0].subscription.status, 'scheduled-cancellation');
    await company.sync([entry('A'), entry('B')]);
    const [a] = await company.people();
    assert.deepEqual([a.subscription.status, a.subscription.nextTicketAt], ['active', '2026-12-01']);
  });

  it('parental leave pauses the months that it covers', async () => {
    const company = await createCompanyWithTicket();
    const absences = [{ type: 'parental-leave', startDate: '2026-11-20', endDate: '2027-02-10' }];
    const run = await company.sync([entry('A', { absences }), entry('B')]);
    assert.equal(run.counts.updated, 1);
    const [a] = await company.people();
    assert.deepEqual([a.subscription.status, a.subscription.nextTicketAt], ['scheduled-pause', '2027-02-01']);
  });

  it('parental leave that was over before the running month issues its ticket, a leave that is missing does not', async () => {
    const company = await createCompanyWithTicket();
    const leave = { type: 'parental-leave', startDate: '2026-11-20', endDate: null };
    const onLeave = ['A', 'B'].map((hrId) => entry(hrId, { absences: [leave] }));
    await company.sync(onLeave);
    await company.clock('2027-01-20');
    await company.sync([entry('A', { absences: [{ ...leave, endDate: '2026-12-31' }] }), entry('B')]);
    assert.deepEqual(
      (await company.people()).map(
        (person: { subscription: Record<string, string>; ticket: { validFrom: string } }) => [
          person.subscription['status'],
          person.subscription['nextTicketAt'],
          person.ticket.validFrom,
        ],
      ),
      [
        ['active', '2027-02-01', '2027-01-20'],
        ['paused', '2027-02-01', '2026-11-01'],
      ],
    );
  });

  it('a startDate that changes after the start gives a warning, and changes nothing', async () => {
    const company = await createCompanyWithTicket();
    const run = await company.sync([entry('A', { startDate: '2027-02-01' }), entry('B')]);
    assert.deepEqual(
      run.problems.map(({ code, pointers }: { code: string; pointers: string[] }) => [code, pointers]),
      [['already-started', ['/employees/0']]],
    );
    assert.equal((await company.people())[0].subscription.status, 'active');
  });

  it('a startDate after a known termination begins another subscription, and is no warning', async () => {
    const company = await createCompanyWithTicket();
    await company.sync([entry('A', { terminationDate: '2026-12-31' }), entry('B')]);
    const run = await company.sync([entry('A', { startDate: '2027-03-10' }), entry('B')]);
    assert.deepEqual(run.problems, []);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual(
      [change.outcome, change.subscription.action, change.subscription.startAt, change.subscription.endAt],
      ['updated', 'adjust', '2027-04-01', '2027-01-01'],
    );
    const next = async () => {
      const [{ subscription }] = await company.people();
      return [subscription.status, subscription.nextTicketAt];
    };
    assert.deepEqual(await next(), ['scheduled-cancellation', '2026-12-01']);
    await company.clock('2026-12-15');
    await company.sync([entry('A', { startDate: '2027-03-10' }), entry('B', { lastName: 'Neu' })]);
    assert.deepEqual(await next(), ['scheduled-cancellation', '2027-04-01']);
  });
});

describe('without auto-enrol', () => {
  it('new people wait for an order, and the run shows how many', async () => {
    const company = await createSyncingCompany(service, { autoEnrol: false });
    const run = await company.sync([
      entry('A'),
      entry('B'),
      entry('C', { autoSyncEmployee: false }),
      entry('D', { terminationDate: '2026-11-20' }),
    ]);
    assert.deepEqual([run.counts.added, run.counts.waitingForEnrolment], [4, 2]);
    const changes = await company.changes(run.syncId);
    assert.deepEqual(
      changes.map(({ hrId, subscription }: { hrId: string; subscription: { action: string } | null }) => [
        hrId,
        subscription?.action ?? null,
      ]),
      [
        ['A', 'wait'],
        ['B', 'wait'],
        ['C', null],
        ['D', null],
      ],
    );
    const statuses = (await company.people()).map(
      ({ subscription }: { subscription: { status: string } }) => subscription.status,
    );
    assert.deepEqual(new Set(statuses), new Set(['no-subscription']));
  });
});

describe('a changed name', () => {
  it('reissues the ticket of the running month, as does a birth date', async () => {
    const company = await createCompanyWithTicket();
    const run = await company.sync([
      entry('A', { lastName: 'Neu' }),
      entry('B', { dateOfBirth: '1970-07-07' }),
    ]);
    assert.equal(run.counts.ticketsReissued, 2);
    assert.deepEqual(await ticketsOf(company.companyId), [
      ['2026-11', '2026-11-01', true],
      ['2026-11', '2026-11-01', true],
      ['2026-11', '2026-11-15', false],
      ['2026-11', '2026-11-15', false],
    ]);
  });

  it('that differs only in case updates the record, and does not reissue the ticket', async () => {
    const company = await createCompanyWithTicket();
    const run = await company.sync([entry('A', { lastName: 'LASTA', email: 'new@example.com' }), entry('B')]);
    assert.deepEqual([run.counts.updated, run.counts.ticketsReissued], [1, 0]);
    assert.equal((await company.people())[0].lastName, 'LASTA');
    assert.equal((await ticketsOf(company.companyId)).length, 2);
  });

  it('of a person without a ticket issues none', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A')]);
    const run = await company.sync([entry('A', { lastName: 'Neu' })]);
    assert.deepEqual([run.counts.updated, run.counts.ticketsReissued], [1, 0]);
    assert.deepEqual(await ticketsOf(company.companyId), []);
  });
});

describe('autoSyncEmployee', () => {
  it('from false to true counts as first seen', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A', { autoSyncEmployee: false })]);
    assert.equal((await company.people())[0].subscription.status, 'no-subscription');
    await company.clock('2026-12-20');
    await company.sync([entry('A', { autoSyncEmployee: true })]);
    const [link] = await sql`select first_seen_on from hr_links where company_id = ${company.companyId}`;
    assert.equal(link?.['first_seen_on'], '2026-12-20');
    const [a] = await company.people();
    assert.deepEqual([a.subscription.status, a.subscription.nextTicketAt], ['scheduled', '2027-01-01']);
  });

  it('null means the setting of the integration', async () => {
    const company = await createSyncingCompany(service);
    await company.set({ autoSyncDefault: false });
    await company.sync([entry('A')]);
    assert.equal((await company.people())[0].subscription.status, 'no-subscription');
    await company.sync([entry('A', { autoSyncEmployee: true })]);
    assert.equal((await company.people())[0].subscription.status, 'scheduled');
  });

  it('false does not prevent offboarding', async () => {
    const company = await createCompanyWithTicket();
    await company.sync([entry('A', { autoSyncEmployee: false }), entry('B')]);
    assert.equal((await company.people())[0].subscription.status, 'active');
    const run = await company.sync([entry('B')]);
    assert.equal(run.counts.offboarded, 1);
    assert.equal((await company.people())[0].subscription.status, 'scheduled-cancellation');
  });
});
