import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { moveClock } from '../../../../src/company/companies/move-clock.ts';
import { createIntegration } from '../../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { PlanType } from '../../../../src/domain/plans/plan-types.ts';
import { selectEmployees } from '../../../../src/people/employees/employees-sql.ts';
import { inDay } from '../../../../src/tickets/issue/open-day.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { followHrFacts } from '../../../../src/tickets/subscriptions/follow-hr-facts.ts';
import { cancel, enrol, revoke, withdrawCancellation } from '../../support/actions.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { withKinds } from '../../support/with-kinds.ts';

const database = await createTestDatabase();
const { sql } = database;

interface HrFacts {
  startDate?: string;
  terminationDate?: string | null;
  autoSync?: boolean | null;
  absences?: object[];
}

/** Creates a company with one person; its clock starts on that day. */
async function person(today: string, options: { autoEnrol?: boolean; planType?: PlanType } = {}) {
  const company = await createCompany(sql, OPERATOR, {
    name: 'Beispiel GmbH',
    autoEnrol: options.autoEnrol ?? true,
    planType: options.planType ?? 'fully-subsidized-plan',
  });
  const companyId = company.id;
  await sql`update companies set clock_frozen_on = ${today} where id = ${companyId}`;
  const integrationId = await createIntegration(sql, companyId, OPERATOR, {
    name: 'HR',
    type: 'api-integration',
  });
  const [row] = await sql<{ id: number }[]>`
    insert into employees (company_id, first_name, last_name, email, date_of_birth)
    values (${companyId}, 'Ada', 'Beispiel', 'ada@example.com', '1990-01-01') returning id`;
  assert(row);
  const id = row.id;

  /** Does the steps of a sync: writes the facts to the link, then follows them. */
  const roster = async (facts: HrFacts) =>
    await sql.begin((tx) =>
      inDay(tx, companyId, 'unlimited', async (day) => {
        const { startDate = '2020-01-01', terminationDate = null, autoSync = null } = facts;
        const absences = withKinds(facts.absences ?? []);
        const before = await tx`
        select id as link_id, absences from hr_links where company_id = ${companyId} and ended_at is null`;
        const updated = await tx`
        update hr_links set start_date = ${startDate}, termination_date = ${terminationDate},
          first_seen_on = case when ended_at is null and coalesce(auto_sync, true) >= coalesce(${autoSync}, true) then first_seen_on else ${day.today} end,
          auto_sync = ${autoSync}, absences = ${tx.json(absences as never)}, ended_at = null
        where company_id = ${companyId} and employee_id = ${id} returning id`;
        if (updated.length === 0)
          await tx`
          insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date,
            termination_date, auto_sync, absences, first_seen_on)
          values (${companyId}, ${id}, ${integrationId}, 'hr-integration', '1', ${startDate},
            ${terminationDate}, ${autoSync}, ${tx.json(absences as never)}, ${day.today})`;
        const absencesBefore = tx`
        select * from jsonb_to_recordset(${tx.json(before as never)}) as b (link_id bigint, absences jsonb)`;
        return await followHrFacts(tx, day, [id], { cause: 'roster', absencesBefore });
      }),
    );
  const omitted = async () =>
    await sql.begin((tx) =>
      inDay(tx, companyId, 'unlimited', async (day) => {
        await tx`update hr_links set ended_at = now() where company_id = ${companyId} and employee_id = ${id}`;
        return await followHrFacts(tx, day, [id]);
      }),
    );
  const on = async (date: string) => {
    await moveClock(sql, 'staging', companyId, OPERATOR, date);
    return await read();
  };
  const read = async () => {
    const [employee] = await selectEmployees(sql, companyId, [id]);
    assert(employee);
    return employee;
  };
  const tickets = async () => {
    const rows = await sql<{ month: string }[]>`
      select to_char(month, 'YYYY-MM') as month from tickets
      where company_id = ${companyId} and employee_id = ${id} and voided_at is null order by 1`;
    return rows.map(({ month }) => month);
  };
  const cancelled = () => sql.begin((tx) => cancel(tx, companyId, id, OPERATOR));
  const accept = async () => {
    const [offer] = await sql<{ id: number }[]>`
      select max(id) as id from contract_offers where company_id = ${companyId}`;
    assert(offer);
    await sql.begin((tx) => answerOffer(tx, companyId, offer.id, { type: 'employee', id }, 'accepted'));
  };
  return { companyId, id, roster, omitted, on, read, tickets, cancel: cancelled, accept };
}

/** Compares only the fields of `expected`. */
function shows(actual: object, expected: object): void {
  assert.deepEqual({ ...actual, ...expected }, actual);
}

describe('joining', () => {
  it('starts on the first of the month on or after the start date and the first sync', async () => {
    const ada = await person('2026-03-10');
    await ada.roster({ startDate: '2026-03-16' });
    shows(await ada.read(), { status: 'scheduled', startAt: null, nextTicketAt: '2026-04-01' });
    shows(await ada.on('2026-04-01'), { status: 'active', startAt: '2026-04-01', ticketMonth: '2026-04' });
  });

  it('on the first of a month issues the ticket at once', async () => {
    const ada = await person('2026-04-01');
    await ada.roster({ startDate: '2026-03-16' });
    shows(await ada.read(), { status: 'active', startAt: '2026-04-01', ticketMonth: '2026-04' });
  });

  it('follows changes of the start date until the start, and not afterwards', async () => {
    const ada = await person('2026-03-10');
    await ada.roster({ startDate: '2026-03-16' });
    await ada.roster({ startDate: '2026-05-20' });
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-06-01' });
    await ada.roster({ startDate: '2026-03-01' });
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-04-01' });
    await ada.on('2026-04-02');
    await ada.roster({ startDate: '2026-09-01' });
    shows(await ada.read(), { status: 'active', startAt: '2026-04-01' });
  });

  it('issues the ticket in the same run if a roster moves the start to today', async () => {
    const ada = await person('2026-03-10');
    await ada.roster({ startDate: '2026-05-20' });
    await ada.on('2026-05-01');
    await ada.roster({ startDate: '2026-04-20' });
    shows(await ada.read(), { status: 'active', startAt: '2026-05-01', ticketMonth: '2026-05' });
  });

  it('includes future absences, and following the same facts again changes nothing', async () => {
    const ada = await person('2026-03-10');
    const facts = {
      startDate: '2026-05-20',
      absences: [{ type: 'sabbatical', startDate: '2026-04-01', endDate: '2026-07-31' }],
    };
    await ada.roster(facts);
    assert.equal((await ada.roster(facts)).length, 0);
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-08-01' });
    shows(await ada.on('2026-06-01'), { status: 'paused', startAt: '2026-06-01', pausedAt: '2026-06-01' });
  });

  it('waits for an order if the company has no auto-enrol', async () => {
    const ada = await person('2026-03-10', { autoEnrol: false });
    await ada.roster({ startDate: '2026-03-16' });
    shows(await ada.read(), { status: 'no-subscription' });
  });

  it('only creates an offer if the plan needs a contract', async () => {
    const ada = await person('2026-03-10', { planType: 'split-pay-plan' });
    await ada.roster({ startDate: '2026-03-16' });
    shows(await ada.read(), { status: 'no-subscription', contractStatus: 'pending' });
    await ada.roster({ startDate: '2026-06-16' });
    const offers = await sql`select planned_start from contract_offers where company_id = ${ada.companyId}`;
    assert.deepEqual(
      offers.map((offer) => offer['planned_start']),
      ['2026-07-01'],
    );
    await ada.omitted();
    shows(await ada.read(), { status: 'no-subscription', contractStatus: null });
  });

  it('creates no term for a person who leaves before the start', async () => {
    const ada = await person('2026-03-10');
    await ada.roster({ startDate: '2026-05-16', terminationDate: '2026-05-01' });
    shows(await ada.read(), { status: 'no-subscription' });
    await ada.roster({ startDate: '2026-05-16', terminationDate: '2026-05-20' });
    shows(await ada.read(), { status: 'no-subscription' });
  });
});

describe('termination', () => {
  it('ends the term with its month', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({});
    await ada.on('2026-02-10');
    await ada.roster({ terminationDate: '2026-03-15' });
    shows(await ada.on('2026-03-15'), {
      status: 'scheduled-cancellation',
      nextTicketAt: null,
      ticketValidUntil: '2026-03-31',
    });
    shows(await ada.on('2026-04-01'), { status: 'cancelled', cancelledAt: '2026-04-01' });
    assert.deepEqual(await ada.tickets(), ['2026-01', '2026-02', '2026-03']);
  });

  it('in the past never revokes an issued ticket, and the end does not move again', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({});
    await ada.on('2026-03-10');
    await ada.roster({ terminationDate: '2026-01-15' });
    shows(await ada.read(), { status: 'scheduled-cancellation' });
    await ada.on('2026-04-20');
    await ada.roster({ terminationDate: '2026-01-15' });
    shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-04-01' });
  });

  it('that is removed or postponed continues the term, and issues the current month at once', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({ terminationDate: '2026-02-15' });
    shows(await ada.on('2026-03-10'), { status: 'cancelled', cancelledAt: '2026-03-01' });
    await ada.roster({ terminationDate: '2026-09-15' });
    shows(await ada.read(), {
      status: 'scheduled-cancellation',
      cancelledAt: null,
      reactivatedAt: '2026-03-10',
      ticketMonth: '2026-03',
      ticketValidFrom: '2026-03-10',
    });
    await ada.roster({ terminationDate: null });
    shows(await ada.read(), { status: 'active', startAt: '2026-01-01' });
  });

  it('before the start deletes the term', async () => {
    const ada = await person('2026-03-10');
    await ada.roster({ startDate: '2026-06-01' });
    await ada.roster({ startDate: '2026-06-01', terminationDate: '2026-05-31' });
    shows(await ada.read(), { status: 'no-subscription' });
  });

  it('followed by a later start date opens a new term', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({ terminationDate: '2026-02-15' });
    await ada.on('2026-05-10');
    await ada.roster({ startDate: '2026-06-15' });
    shows(await ada.read(), { status: 'scheduled', startAt: null, nextTicketAt: '2026-07-01' });
    shows(await ada.on('2026-07-01'), {
      status: 'active',
      startAt: '2026-07-01',
      reactivatedAt: '2026-07-01',
    });
  });
});

it('a person who cancels before the employment begins is not enrolled by a later roster, even if the start moves', async () => {
  const ada = await person('2026-03-02');
  await ada.roster({ startDate: '2026-06-10' });
  shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-07-01' });
  await ada.cancel();
  shows(await ada.read(), { status: 'no-subscription', nextTicketAt: null });
  await ada.roster({ startDate: '2026-06-10', absences: [{ type: 'vacation', startDate: '2026-06-22' }] });
  shows(await ada.read(), { status: 'no-subscription' });
  await ada.roster({ startDate: '2026-08-10' });
  shows(await ada.on('2026-08-05'), { status: 'no-subscription' });
  await ada.roster({ startDate: '2026-08-10' });
  shows(await ada.on('2026-09-01'), { status: 'no-subscription', nextTicketAt: null });
  // Another employment.
  await ada.omitted();
  await ada.on('2026-11-10');
  await ada.roster({ startDate: '2026-11-01' });
  shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-12-01' });
});

describe('a gap between a termination and a new start', () => {
  const leaving = async (options: { planType?: PlanType; autoEnrol?: boolean } = {}) => {
    const ada = await person('2026-01-01', options);
    await ada.roster({ terminationDate: '2026-03-31' });
    await ada.on('2026-03-25');
    return ada;
  };

  it('of more than 31 days ends the term, and a new one starts with the new date', async () => {
    const ada = await leaving();
    await ada.roster({ startDate: '2026-06-10' });
    shows(await ada.read(), {
      status: 'scheduled-cancellation',
      startAt: '2026-01-01',
      nextTicketAt: '2026-07-01',
      cancelledAt: null,
    });
    assert.equal((await ada.roster({ startDate: '2026-06-10' })).length, 0);
    shows(await ada.on('2026-04-01'), {
      status: 'scheduled',
      startAt: null,
      nextTicketAt: '2026-07-01',
      cancelledAt: null,
    });
    assert.equal((await ada.roster({ startDate: '2026-06-10' })).length, 0);
    shows(await ada.on('2026-07-01'), {
      status: 'active',
      startAt: '2026-07-01',
      reactivatedAt: '2026-07-01',
      nextTicketAt: '2026-08-01',
    });
    assert.deepEqual(await ada.tickets(), ['2026-01', '2026-02', '2026-03', '2026-07']);
  });

  it('means the same if the entry has both dates, also when the entry stays like that', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({});
    await ada.on('2026-03-25');
    const both = { startDate: '2026-06-10', terminationDate: '2026-03-31' };
    await ada.roster(both);
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: '2026-07-01' });
    await ada.on('2026-04-10');
    assert.equal((await ada.roster(both)).length, 0);
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-07-01' });
    await ada.on('2026-08-10');
    assert.equal((await ada.roster(both)).length, 0);
    shows(await ada.read(), { status: 'active', startAt: '2026-07-01' });
    assert.deepEqual(await ada.tickets(), ['2026-01', '2026-02', '2026-03', '2026-07', '2026-08']);
  });

  it('is told by the old termination only until the new term begins: a rehired person who is missing for a night continues', async () => {
    const both = { startDate: '2026-03-01', terminationDate: '2026-01-15' };
    for (const planType of ['fully-subsidized-plan', 'split-pay-plan'] as const) {
      const ada = await person('2025-06-01', { planType });
      await ada.roster({});
      if (planType === 'split-pay-plan') await ada.accept();
      await ada.on('2025-12-20');
      await ada.roster({ terminationDate: '2026-01-15' });
      await ada.on('2026-02-20');
      await ada.roster(both);
      if (planType === 'split-pay-plan') await ada.accept();
      await ada.on('2026-05-31');
      shows(await ada.read(), { status: 'active', startAt: '2026-03-01' });
      await ada.omitted();
      shows(await ada.on('2026-06-01'), { status: 'cancelled' });
      await ada.roster(both);
      shows(await ada.read(), {
        status: 'active',
        startAt: '2026-03-01',
        ticketMonth: '2026-06',
        contractStatus: planType === 'split-pay-plan' ? 'accepted' : null,
      });
    }
  });

  it('is none if the entry keeps the old termination and the start of the new employment moves', async () => {
    const ada = await person('2025-06-01');
    await ada.roster({ terminationDate: '2026-01-15' });
    await ada.on('2026-02-20');
    await ada.roster({ startDate: '2026-03-01', terminationDate: '2026-01-15' });
    await ada.on('2026-03-10');
    await ada.roster({ startDate: '2026-05-15', terminationDate: '2026-01-15' });
    shows(await ada.read(), { status: 'active', nextTicketAt: '2026-04-01' });
  });

  it('of at most 31 days is none', async () => {
    const ada = await leaving();
    await ada.roster({ startDate: '2026-05-02' });
    shows(await ada.read(), { status: 'active', nextTicketAt: '2026-04-01' });
    const bert = await leaving();
    await bert.roster({ startDate: '2026-05-02', terminationDate: '2026-03-31' });
    shows(await bert.read(), { status: 'active', nextTicketAt: '2026-04-01' });
    const cleo = await leaving();
    await cleo.roster({ startDate: '2026-05-03' });
    shows(await cleo.read(), { status: 'scheduled-cancellation', nextTicketAt: '2026-06-01' });
  });

  it('of at most 31 days continues a term that has ended meanwhile', async () => {
    const ada = await leaving();
    await ada.on('2026-04-10');
    await ada.roster({ startDate: '2026-04-20' });
    shows(await ada.read(), { status: 'active', startAt: '2026-01-01', reactivatedAt: '2026-04-10' });
  });

  it('follows further changes until the new term begins', async () => {
    const ada = await leaving();
    await ada.roster({ startDate: '2026-06-10' });
    await ada.roster({ startDate: '2026-08-10' });
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: '2026-09-01' });
    await ada.roster({ startDate: '2026-06-10', terminationDate: '2026-06-20' });
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: null });
    await ada.roster({ startDate: '2026-06-10', terminationDate: '2026-12-31' });
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: '2026-07-01' });
    await ada.on('2026-04-05');
    await ada.roster({ startDate: '2026-07-10', terminationDate: '2026-12-31' });
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-08-01' });
    shows(await ada.on('2026-08-01'), { status: 'scheduled-cancellation', startAt: '2026-08-01' });
    shows(await ada.on('2027-01-01'), { status: 'cancelled', cancelledAt: '2027-01-01' });
  });

  it('disappears with the new start', async () => {
    const ada = await leaving();
    await ada.roster({ startDate: '2026-06-10' });
    await ada.roster({});
    shows(await ada.read(), { status: 'active', nextTicketAt: '2026-04-01' });
    await ada.roster({ terminationDate: '2026-03-31' });
    await ada.roster({ startDate: '2026-06-10' });
    await ada.omitted();
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: null });
    shows(await ada.on('2026-07-01'), { status: 'cancelled', cancelledAt: '2026-04-01' });
  });

  it('is declined with a cancellation: the new term does not begin, wherever its start moves', async () => {
    for (const today of ['2026-03-08', '2026-03-25']) {
      const ada = await person('2026-01-01');
      await ada.roster({ terminationDate: '2026-03-31' });
      await ada.on(today);
      await ada.roster({ startDate: '2026-06-10' });
      await ada.cancel();
      shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: null });
      await ada.roster({ startDate: '2026-06-10' });
      shows(await ada.read(), { nextTicketAt: null });
      await ada.on('2026-06-05');
      await ada.roster({ startDate: '2026-06-20' });
      await ada.on('2026-06-15');
      await ada.roster({
        startDate: '2026-06-20',
        absences: [{ type: 'vacation', startDate: '2026-06-22' }],
      });
      shows(await ada.on('2026-08-01'), {
        status: 'cancelled',
        cancelledAt: '2026-04-01',
        nextTicketAt: null,
      });
      // A person may order it.
      await sql.begin((tx) => enrol(tx, ada.companyId, ada.id, OPERATOR));
      shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-09-01' });
    }
  });

  it('follows again after the cancellation is withdrawn', async () => {
    const ada = await leaving();
    await ada.roster({ startDate: '2026-06-10' });
    await ada.cancel();
    await sql.begin((tx) => withdrawCancellation(tx, ada.companyId, ada.id, OPERATOR));
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: '2026-07-01' });
    shows(await ada.on('2026-07-01'), { status: 'active', startAt: '2026-07-01' });
  });

  it('is declined with a revocation', async () => {
    const ada = await leaving();
    await ada.roster({ startDate: '2026-06-10' });
    await sql.begin((tx) => revoke(tx, ada.companyId, ada.id, OPERATOR));
    shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-03-25', nextTicketAt: null });
    await ada.roster({ startDate: '2026-06-10' });
    shows(await ada.on('2026-08-01'), { status: 'cancelled', nextTicketAt: null });
  });

  it('that becomes known after a cancellation is another employment; cancelled again, it does not begin', async () => {
    const ada = await leaving();
    await ada.cancel();
    await ada.roster({ startDate: '2026-06-10' });
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: '2026-07-01' });
    await ada.cancel();
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: null });
    await assert.rejects(ada.cancel(), /cancelled/);
    shows(await ada.on('2026-08-01'), { status: 'cancelled', cancelledAt: '2026-04-01', nextTicketAt: null });
  });

  it('lets absences pause the new term', async () => {
    const ada = await leaving();
    const absences = [{ type: 'parental-leave', startDate: '2026-06-20', endDate: '2026-08-31' }];
    await ada.roster({ startDate: '2026-06-10', absences });
    shows(await ada.read(), { nextTicketAt: '2026-09-01' });
    shows(await ada.on('2026-04-01'), { status: 'scheduled', nextTicketAt: '2026-09-01' });
    shows(await ada.on('2026-07-01'), { status: 'paused', startAt: '2026-07-01', ticketMonth: '2026-03' });
  });

  it('ends a term at once if this month has no ticket, and the new one begins at once', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({ absences: [{ type: 'sabbatical', startDate: '2026-02-01', endDate: null }] });
    await ada.on('2026-04-10');
    const late = { startDate: '2026-06-10', terminationDate: '2026-03-31' };
    await ada.roster(late);
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-07-01' });
    assert.equal((await ada.roster(late)).length, 0);
    assert.deepEqual(await ada.tickets(), ['2026-01']);
  });

  it('that is over takes no ticket away', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({});
    await ada.on('2026-05-10');
    await ada.roster({ startDate: '2026-04-15', terminationDate: '2026-02-28' });
    shows(await ada.read(), { status: 'active', nextTicketAt: '2026-06-01' });
  });

  it('with a contract makes an offer when the old term has ended', async () => {
    const ada = await person('2026-01-01');
    await sql`update employees set plan_type = 'split-pay-plan' where company_id = ${ada.companyId}`;
    await ada.roster({ terminationDate: '2026-03-31' });
    const [first] = await sql<{ id: number; employeeId: number }[]>`
      select id, employee_id as "employeeId" from contract_offers where company_id = ${ada.companyId}`;
    assert(first);
    const actor = { type: 'employee', id: first.employeeId } as const;
    await sql.begin((tx) => answerOffer(tx, ada.companyId, first.id, actor, 'accepted'));
    await ada.on('2026-03-25');
    await ada.roster({ startDate: '2026-06-10' });
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: null });
    shows(await ada.on('2026-04-01'), {
      status: 'cancelled',
      cancelledAt: '2026-04-01',
      contractStatus: 'pending',
    });
    const offers = await sql`
      select planned_start from contract_offers
      where company_id = ${ada.companyId} and withdrawn_at is null order by id desc limit 1`;
    assert.equal(offers[0]?.['planned_start'], '2026-07-01');
  });

  it('waits for an order without auto-enrol', async () => {
    const ada = await leaving();
    await sql`update companies set auto_enrol = false where id = ${ada.companyId}`;
    await ada.roster({ startDate: '2026-06-10' });
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: null });
    shows(await ada.on('2026-04-01'), { status: 'cancelled', cancelledAt: '2026-04-01' });
  });

  it('needs a termination: a start date that only moves changes nothing', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({});
    await ada.on('2026-03-25');
    await ada.roster({ startDate: '2026-06-10' });
    shows(await ada.read(), { status: 'active', nextTicketAt: '2026-04-01' });
  });
});

describe('a new employment', () => {
  it('does not continue the old term if the company has no auto-enrol', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({ terminationDate: '2026-02-15' });
    await ada.on('2026-05-10');
    await sql`update companies set auto_enrol = false where id = ${ada.companyId}`;
    await ada.roster({ startDate: '2026-06-15' });
    shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-03-01' });
    assert.deepEqual(await ada.tickets(), ['2026-01', '2026-02']);
  });

  it('that ends before its first ticket does not continue the old term either', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({ terminationDate: '2026-02-15' });
    await ada.on('2026-05-10');
    await ada.roster({ startDate: '2026-06-15' });
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-07-01' });
    const short = { startDate: '2026-06-15', terminationDate: '2026-06-20' };
    await ada.roster(short);
    shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-03-01' });
    assert.equal((await ada.roster(short)).length, 0);
    shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-03-01' });
  });

  it('also begins with a return long after a termination', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({ terminationDate: '2026-02-15' });
    await ada.on('2026-03-20');
    await ada.omitted();
    await ada.on('2026-09-10');
    await ada.roster({});
    shows(await ada.read(), { status: 'scheduled', startAt: null, nextTicketAt: '2026-10-01' });
  });
});

describe('omission and return', () => {
  it('ends the term with the last issued month', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({});
    await ada.on('2026-03-10');
    await ada.omitted();
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: null });
    shows(await ada.on('2026-04-01'), { status: 'cancelled', cancelledAt: '2026-04-01' });
  });

  it('deletes a term that has not begun', async () => {
    const ada = await person('2026-03-10');
    await ada.roster({});
    await ada.omitted();
    shows(await ada.read(), { status: 'no-subscription' });
  });

  it('has no effect after a return before the end', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({});
    await ada.on('2026-03-10');
    await ada.omitted();
    await ada.on('2026-03-20');
    await ada.roster({});
    shows(await ada.read(), { status: 'active', reactivatedAt: null, nextTicketAt: '2026-04-01' });
  });

  it('followed by a return within 31 days continues the term and issues the month', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({});
    await ada.on('2026-03-31');
    await ada.omitted();
    await ada.on('2026-05-02');
    await ada.roster({});
    shows(await ada.read(), {
      status: 'active',
      startAt: '2026-01-01',
      reactivatedAt: '2026-05-02',
      ticketMonth: '2026-05',
    });
    assert.deepEqual(await ada.tickets(), ['2026-01', '2026-02', '2026-03', '2026-05']);
  });

  it('followed by a later return opens a new term', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({});
    await ada.on('2026-03-31');
    await ada.omitted();
    await ada.on('2026-05-03');
    await ada.roster({});
    shows(await ada.read(), { status: 'scheduled', startAt: null, nextTicketAt: '2026-06-01' });
    shows(await ada.on('2026-06-01'), { status: 'active', startAt: '2026-06-01' });
  });
});

describe('absences', () => {
  const leave = [{ type: 'parental-leave', startDate: '2026-05-12', endDate: '2026-09-20' }];
  it('pause the months that they cover completely', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({});
    await ada.on('2026-04-10');
    await ada.roster({ absences: leave });
    shows(await ada.on('2026-05-15'), {
      status: 'scheduled-pause',
      pausedAt: null,
      nextTicketAt: '2026-09-01',
    });
    shows(await ada.on('2026-06-01'), { status: 'paused', pausedAt: '2026-06-01' });
    shows(await ada.on('2026-09-01'), {
      status: 'active',
      reactivatedAt: '2026-09-01',
      ticketMonth: '2026-09',
    });
  });

  it('that are removed later do not change past months', async () => {
    const ada = await person('2026-01-01');
    await ada.roster({ absences: leave });
    await ada.on('2026-07-10');
    await ada.roster({ absences: [] });
    shows(await ada.read(), { status: 'paused', pausedAt: '2026-06-01', nextTicketAt: '2026-08-01' });
    shows(await ada.on('2026-08-01'), { status: 'active', reactivatedAt: '2026-08-01' });
  });

  describe('corrected while they pause the running month', () => {
    const since = { type: 'parental-leave', startDate: '2026-02-10', endDate: null };
    const onLeave = async (absences: object[] = [since]) => {
      const ada = await person('2026-01-01');
      await ada.roster({ absences });
      shows(await ada.on('2026-08-20'), { status: 'paused', pausedAt: '2026-03-01' });
      return ada;
    };

    it('to have ended before it issue the month at once', async () => {
      const ada = await onLeave();
      await ada.roster({ absences: [{ ...since, endDate: '2026-07-31' }] });
      shows(await ada.read(), {
        status: 'active',
        pausedAt: '2026-03-01',
        reactivatedAt: '2026-08-20',
        ticketMonth: '2026-08',
        ticketValidFrom: '2026-08-20',
        nextTicketAt: '2026-09-01',
      });
      assert.deepEqual(await ada.tickets(), ['2026-01', '2026-02', '2026-08']);
      const again = await ada.roster({ absences: [{ ...since, endDate: '2026-07-31' }] });
      assert.equal(again.length, 0);
    });

    it('to end within it issue the month, and the next months follow the new end', async () => {
      const ada = await onLeave();
      await ada.roster({ absences: [{ ...since, endDate: '2026-08-30' }] });
      shows(await ada.read(), { status: 'active', ticketMonth: '2026-08' });
    });

    it('are recognised however their type is spelt', async () => {
      const ada = await onLeave();
      await ada.roster({ absences: [{ ...since, type: 'Elternzeit', endDate: '2026-07-31' }] });
      shows(await ada.read(), { status: 'active', ticketMonth: '2026-08' });
    });

    const ended = { ...since, endDate: '2026-07-31' };
    const ahead = { ...since, startDate: '2026-10-01' };
    for (const [what, before, now, ticketMonth] of [
      [
        'to have begun on another day and to have ended are recognised',
        since,
        { ...ended, startDate: '2026-02-12' },
        '2026-08',
      ],
      ['to begin later are recognised by their id', { ...since, id: '7' }, { ...ahead, id: '7' }, '2026-08'],
      [
        'are not recognised in one that lies ahead: an export may list only such ones',
        since,
        ahead,
        '2026-02',
      ],
      [
        'are not recognised in one that was over when they began',
        since,
        { ...since, startDate: '2026-01-05', endDate: '2026-01-20' },
        '2026-02',
      ],
      [
        'are not recognised under another id and with another start',
        { ...since, id: '7' },
        { ...ended, id: '8', startDate: '2026-02-12' },
        '2026-02',
      ],
      [
        'are recognised under another id if they have the same start',
        { ...since, id: '7' },
        { ...ended, id: '8' },
        '2026-08',
      ],
      ['are not recognised in one of another kind', since, { ...ended, type: 'unpaid-leave' }, '2026-02'],
    ] as const)
      it(what, async () => {
        const ada = await onLeave([before]);
        await ada.roster({ absences: [now] });
        shows(await ada.read(), { ticketMonth });
      });

    it('to end with it or later change only the months ahead', async () => {
      const ada = await onLeave();
      await ada.roster({ absences: [{ ...since, endDate: '2026-08-31' }] });
      shows(await ada.read(), { status: 'paused', nextTicketAt: '2026-09-01', ticketMonth: '2026-02' });
    });

    for (const status of ['declined', 'cancelled'])
      it(`and now ${status} issue the month at once`, async () => {
        const ada = await onLeave();
        await ada.roster({ absences: [{ ...since, status }] });
        shows(await ada.read(), { status: 'active', ticketMonth: '2026-08', ticketValidFrom: '2026-08-20' });
      });

    it('and missing altogether issue nothing before the next month, also if a later roster lists others', async () => {
      const ada = await onLeave();
      await ada.roster({ absences: [] });
      shows(await ada.read(), { status: 'paused', nextTicketAt: '2026-09-01', ticketMonth: '2026-02' });
      const vacation = { type: 'vacation', startDate: '2026-08-24', endDate: '2026-08-30' };
      await ada.roster({ absences: [vacation] });
      await ada.roster({ absences: [{ ...vacation, endDate: '2026-08-25' }] });
      shows(await ada.read(), { status: 'paused', ticketMonth: '2026-02' });
      shows(await ada.on('2026-09-01'), { status: 'active', ticketMonth: '2026-09' });
      assert.deepEqual(await ada.tickets(), ['2026-01', '2026-02', '2026-09']);
    });

    it('issue nothing if another absence that is missing would still pause the month', async () => {
      const other = { type: 'unpaid-leave', startDate: '2026-03-01', endDate: null };
      const ada = await onLeave([since, other]);
      await ada.roster({ absences: [{ ...since, endDate: '2026-07-31' }] });
      shows(await ada.read(), { status: 'paused', nextTicketAt: '2026-09-01', ticketMonth: '2026-02' });
    });

    it('issue nothing for a person whom autoSyncEmployee excludes', async () => {
      const ada = await onLeave();
      await ada.roster({ autoSync: false, absences: [{ ...since, endDate: '2026-07-31' }] });
      shows(await ada.read(), { status: 'paused', ticketMonth: '2026-02' });
    });
  });

  const cases: [string, object[], string][] = [
    [
      'sickness pauses from its 43rd day',
      [{ type: 'sick-leave', startDate: '2026-01-01', endDate: '2026-04-15' }],
      '{[2026-03-01,2026-04-01)}',
    ],
    [
      'unpaid sickness pauses at once',
      [{ type: 'sick-leave', startDate: '2026-01-01', endDate: '2026-01-31', paid: false }],
      '{[2026-01-01,2026-02-01)}',
    ],
    [
      'spells that touch are counted together',
      [
        { type: 'sick-leave', startDate: '2026-01-01', endDate: '2026-02-10' },
        { type: 'sick-leave', startDate: '2026-02-11', endDate: '2026-03-31' },
      ],
      '{[2026-03-01,2026-04-01)}',
    ],
    ['vacation never pauses', [{ type: 'vacation', startDate: '2026-01-01', endDate: '2026-12-31' }], '{}'],
    ['an unknown kind never pauses', [{ type: 'moon-walk', startDate: '2026-01-01', endDate: null }], '{}'],
    [
      'what is only requested does not pause',
      [{ type: 'sabbatical', startDate: '2026-01-01', endDate: null, status: 'requested' }],
      '{}',
    ],
    [
      'an open end covers all that follows',
      [{ type: 'sabbatical', startDate: '2026-01-15', endDate: null }],
      '{[2026-02-01,)}',
    ],
    [
      'a half day at the edge counts as present',
      [{ type: 'unpaid-leave', startDate: '2026-02-01', endDate: '2026-02-28', halfDayEnd: true }],
      '{}',
    ],
    [
      'two kinds may cover a month together',
      [
        { type: 'parental-leave', startDate: '2026-02-01', endDate: '2026-02-14' },
        { type: 'unpaid-leave', startDate: '2026-02-15', endDate: '2026-02-28' },
      ],
      '{[2026-02-01,2026-03-01)}',
    ],
    [
      'February of a leap year needs its 29th day',
      [{ type: 'care-leave', startDate: '2028-02-01', endDate: '2028-02-28' }],
      '{}',
    ],
  ];
  for (const [name, absences, expected] of cases)
    it(name, async () => {
      const [row] =
        await sql`select absence_pauses(${sql.json(withKinds(absences) as never)})::text as pauses`;
      assert.equal(row?.['pauses'], expected);
    });
});

describe('an entry with autoSyncEmployee false', () => {
  it('starts nothing and pauses nothing, but termination and omission apply', async () => {
    const ada = await person('2026-03-10');
    await ada.roster({ autoSync: false });
    shows(await ada.read(), { status: 'no-subscription' });
    await ada.roster({ autoSync: true });
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-04-01' });
    await ada.on('2026-04-10');
    await ada.roster({
      autoSync: false,
      absences: [{ type: 'sabbatical', startDate: '2026-05-01', endDate: null }],
    });
    shows(await ada.read(), { status: 'active' });
    await ada.omitted();
    shows(await ada.read(), { status: 'scheduled-cancellation' });
    await ada.roster({ autoSync: false });
    shows(await ada.read(), { status: 'active' });
    await ada.omitted();
    await ada.on('2026-05-10');
    await ada.roster({ autoSync: false });
    shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-05-01' });
  });
});

describe('following the same facts twice', () => {
  it('changes nothing the second time', async () => {
    const ada = await person('2026-01-01');
    const facts = {
      startDate: '2026-01-01',
      terminationDate: '2026-08-15',
      absences: [{ type: 'sabbatical', startDate: '2026-04-01', endDate: '2026-06-30' }],
    };
    await ada.roster(facts);
    await ada.on('2026-02-10');
    await ada.roster(facts);
    const [before] = await sql`select xmin::text, * from employees where company_id = ${ada.companyId}`;
    assert.equal((await ada.roster(facts)).length, 0);
    const [after] = await sql`select xmin::text, * from employees where company_id = ${ada.companyId}`;
    assert.deepEqual(after, before);
  });
});
