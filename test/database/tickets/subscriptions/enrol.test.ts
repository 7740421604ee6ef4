import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { enrolAllWaiting } from '../../../../src/tickets/subscriptions/actions/enrol.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { cancel, enrol } from '../../support/actions.ts';
import { countingStatements } from '../../support/counting-statements.ts';
import { shows, TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql, bulk } = await createTestDatabase();
const refused = (error: unknown) => error instanceof AppError && error.code === 'transition-refused';

async function enrolAll(company: TestCompany): Promise<number> {
  return (await bulk.begin((tx) => enrolAllWaiting(tx, company.id, OPERATOR))).enrolled;
}

describe('enrolling one person', () => {
  it('waits for the employment to begin', async () => {
    const company = await TestCompany.create(sql, '2026-03-10', { autoEnrol: false });
    const id = await company.addPerson();
    await company.roster([{ id, facts: { startDate: '2026-05-16' } }]);
    assert.deepEqual(await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR)), { start: '2026-06-01' });
  });

  it('is refused for a person who leaves before the start, or has left', async () => {
    const company = await TestCompany.create(sql, '2026-03-10', { autoEnrol: false });
    const [leaving, left, omitted] = [
      await company.addPerson(),
      await company.addPerson(),
      await company.addPerson(),
    ];
    await company.roster([
      { id: leaving, facts: { terminationDate: '2026-03-31' } },
      { id: left, facts: { terminationDate: '2026-01-15' } },
      { id: omitted, facts: {} },
    ]);
    await company.roster([{ id: omitted, facts: null }]);
    for (const id of [leaving, left, omitted])
      await assert.rejects(
        sql.begin((tx) => enrol(tx, company.id, id, OPERATOR)),
        refused,
      );
    assert.equal(await enrolAll(company), 0);
  });

  it('sets a known end at once', async () => {
    const company = await TestCompany.create(sql, '2026-03-10', { autoEnrol: false });
    const id = await company.addPerson();
    const leave = [{ type: 'sabbatical', startDate: '2026-05-01', endDate: '2026-05-31' }];
    await company.roster([{ id, facts: { terminationDate: '2026-06-15', absences: leave } }]);
    await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR));
    await company.on('2026-08-01');
    assert.deepEqual(await company.ticketMonths(id), ['2026-04', '2026-06']);
  });

  it('on another plan offers a contract for it', async () => {
    const company = await TestCompany.create(sql, '2026-03-10', { autoEnrol: false });
    const id = await company.addPerson();
    await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR, { planType: 'deferred-plan' }));
    shows(await company.read(id), {
      status: 'no-subscription',
      planType: 'deferred-plan',
      contractStatus: 'pending',
    });
    const again = sql.begin((tx) => enrol(tx, company.id, id, OPERATOR));
    await assert.rejects(again, refused);
  });
});

describe('enrolling all waiting people', () => {
  it('enrols exactly the people whom a roster would enrol', async () => {
    const company = await TestCompany.create(sql, '2026-03-10', { autoEnrol: false, integrations: 2 });
    const add = async (count: number) => {
      const ids: number[] = [];
      for (let number = 0; number < count; number++) ids.push(await company.addPerson());
      return ids;
    };
    const [waiting = 0, notSynced = 0, never = 0, byHand = 0, twice = 0, declined = 0] = await add(6);
    await company.roster([
      { id: waiting, facts: {} },
      { id: notSynced, facts: { autoSync: false } },
      { id: never, facts: { startDate: '2026-05-01', terminationDate: '2026-04-01' } },
      { id: twice, facts: { autoSync: false } },
      { id: twice, integration: 1, facts: { autoSync: true } },
      { id: declined, facts: {} },
    ]);
    await company.tieByHand(byHand, 0);
    await sql.begin((tx) => enrol(tx, company.id, declined, OPERATOR));
    await sql.begin((tx) => cancel(tx, company.id, declined, OPERATOR));
    assert.equal(await enrolAll(company), 1);
    shows(await company.read(waiting), { status: 'scheduled', nextTicketAt: '2026-04-01' });
    for (const id of [notSynced, never, byHand, twice, declined])
      shows(await company.read(id), { status: 'no-subscription' });
    assert.equal(await enrolAll(company), 0);
    const audit = await sql`
      select details from audit_log
        where company_id = ${company.id} and action = 'subscriptions-ordered-for-all-waiting'`;
    assert.deepEqual(
      audit.map((row) => row['details']),
      [{ enrolled: 1 }, { enrolled: 0 }],
    );
  });

  it('enrols a person who returned after more than 31 days, as a new start', async () => {
    const company = await TestCompany.create(sql, '2026-01-01');
    const id = await company.addPerson();
    await company.roster([{ id, facts: {} }]);
    await company.roster([{ id, facts: null }]);
    await sql`update companies set auto_enrol = false where id = ${company.id}`;
    await company.on('2026-06-10');
    assert.equal(await enrolAll(company), 0);
    await company.roster([{ id, facts: {} }]);
    shows(await company.read(id), { status: 'cancelled', cancelledAt: '2026-02-01' });
    assert.equal(await enrolAll(company), 1);
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-07-01' });
  });

  it('offers a contract once if the plan needs one', async () => {
    const company = await TestCompany.create(sql, '2026-03-10', {
      autoEnrol: false,
      planType: 'split-pay-plan',
    });
    const ids = [await company.addPerson(), await company.addPerson()];
    await company.roster(ids.map((id) => ({ id, facts: {} })));
    assert.equal(await enrolAll(company), 2);
    assert.equal(await enrolAll(company), 0);
    for (const id of ids)
      shows(await company.read(id), { status: 'no-subscription', contractStatus: 'pending' });
    const [offer] = await sql<
      { id: number }[]
    >`select id from contract_offers where employee_id = ${ids[0] ?? 0}`;
    assert(offer);
    await sql.begin((tx) => answerOffer(tx, company.id, offer.id, OPERATOR, 'rejected'));
    assert.equal(await enrolAll(company), 0, 'who has rejected it is not asked again by this');
  });

  it('after the cut-off: the start follows a later start date, and never to before the order', async () => {
    const company = await TestCompany.create(sql, '2026-03-28', { autoEnrol: false });
    await sql`update companies set order_until_day = 20 where id = ${company.id}`;
    const id = await company.addPerson();
    const start = async (startDate: string) => {
      await company.roster([{ id, facts: { startDate } }]);
      return (await company.read(id)).nextTicketAt;
    };
    assert.equal(await start('2026-03-01'), null);
    assert.equal(await enrolAll(company), 1);
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-05-01' });
    assert.equal(await start('2026-06-15'), '2026-07-01');
    assert.equal(await start('2026-05-15'), '2026-06-01');
    assert.equal(await start('2026-03-01'), '2026-05-01');
    await company.on('2026-05-01');
    assert.equal(await start('2026-06-15'), '2026-06-01');
    shows(await company.read(id), { status: 'active', startAt: '2026-05-01' });
  });

  it('for a later employment: an earlier start date moves the start, and never to before the order', async () => {
    const company = await TestCompany.create(sql, '2026-03-28', { autoEnrol: false });
    await sql`update companies set order_until_day = 20 where id = ${company.id}`;
    const id = await company.addPerson();
    await company.roster([{ id, facts: { startDate: '2026-05-20' } }]);
    await enrolAll(company);
    shows(await company.read(id), { nextTicketAt: '2026-06-01' });
    await company.roster([{ id, facts: { startDate: '2026-03-01' } }]);
    shows(await company.read(id), { nextTicketAt: '2026-05-01' });
  });

  it('after the cut-off: a later roster does not move the start to an earlier month', async () => {
    const company = await TestCompany.create(sql, '2026-03-25', { autoEnrol: false });
    await sql`update companies set order_until_day = 20 where id = ${company.id}`;
    const id = await company.addPerson();
    await company.roster([{ id, facts: {} }]);
    assert.equal(await enrolAll(company), 1);
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-05-01' });
    await company.roster([{ id, facts: {} }]);
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-05-01' });
  });

  for (const planType of ['fully-subsidized-plan', 'split-pay-plan'] as const)
    it(`needs few statements for 2,000 people (${planType})`, async () => {
      const company = await TestCompany.create(sql, '2026-03-10', { autoEnrol: false, planType });
      await sql`
        insert into employees (company_id, first_name, last_name, email, date_of_birth)
        select ${company.id}, 'Ada', 'Beispiel', 'ada@example.com', '1990-01-01'
          from generate_series(1, 2000)`;
      // Does the work of autovacuum after so many rows: otherwise PostgreSQL plans for the few rows of
      // before.
      await sql`analyze employees`;
      await sql`
        insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, first_seen_on)
        select ${company.id}, id, ${company.integrationIds[0] ?? 0}, 'hr-integration', id::text, '2020-01-01',
          '2026-03-10'
        from employees where company_id = ${company.id}`;
      await sql`analyze hr_links`;
      const statements = await countingStatements(bulk, async (tx) => {
        assert.deepEqual(await enrolAllWaiting(tx, company.id, OPERATOR), { enrolled: 2_000 });
      });
      assert(statements <= 20, `${statements} statements`);
      const [row] = await sql`
        select count(*) filter (where term_start = '2026-04-01')::int as begun,
          count(*) filter (where contract_status = 'pending')::int as offered
        from employees where company_id = ${company.id}`;
      const free = planType === 'fully-subsidized-plan';
      assert.deepEqual({ ...row }, { begun: free ? 2_000 : 0, offered: free ? 0 : 2_000 });
    });
});
