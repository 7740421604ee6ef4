import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { createEmployee } from '../../../../src/people/employees/create-employee.ts';
import { linkEmployee } from '../../../../src/people/employees/link-employee.ts';
import { connect } from '../../../../src/platform/db/connect.ts';
import { inDay } from '../../../../src/tickets/issue/open-day.ts';
import { selectCompaniesDue } from '../../../../src/tickets/issue/tickets-sql.ts';
import { cancel, revoke } from '../../support/actions.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;

/** Creates entitled people without a roster, whose term began on that day. */
async function addEntitledPeople(company: TestCompany, count: number, start: string): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start)
    select ${company.id}, 'Ada', 'Beispiel', 'ada@example.com', '1990-01-01', 1, ${start}::date
    from generate_series(1, ${count}) returning id`;
  return rows.map(({ id }) => id);
}

/** Sets the clock without issuing tickets, as if the service had been down. */
async function setClockWhileDown(company: TestCompany, date: string): Promise<void> {
  await sql`update companies set clock_frozen_on = ${date} where id = ${company.id}`;
}

const issue = (company: TestCompany, on = sql) =>
  on.begin((tx) => inDay(tx, company.id, 'unlimited', async ({ issued }) => issued));

describe('the monthly issue', () => {
  it('gives exactly one ticket to every entitled person when many nodes issue at once', async () => {
    const company = await TestCompany.create(sql, '2026-03-31');
    await issue(company);
    const ids = await addEntitledPeople(company, 200, '2026-04-01');
    await setClockWhileDown(company, '2026-04-01');
    const nodes = Array.from({ length: 4 }, () => connect(database.server.target));
    try {
      const rounds = nodes.flatMap((node) => [issue(company, node.sql), issue(company, node.sql)]);
      const issued = (await Promise.all(rounds)).toSorted((one, other) => other - one);
      assert.deepEqual(issued, [200, 0, 0, 0, 0, 0, 0, 0]);
    } finally {
      await Promise.all(nodes.map((node) => node.close()));
    }
    const tickets = await sql<{ employeeId: number; month: string; from: string; until: string }[]>`
      select employee_id as "employeeId", month, valid_from as from, valid_until as until from tickets
      where company_id = ${company.id} order by employee_id`;
    assert.deepEqual(
      tickets.map((ticket) => ({ ...ticket })),
      ids.map((employeeId) => ({
        employeeId,
        month: '2026-04-01',
        from: '2026-04-01',
        until: '2026-04-30',
      })),
    );
  });

  it('is rolled back with its transaction, and done by the next one', async () => {
    const company = await TestCompany.create(sql, '2026-04-01');
    const [id = 0] = await addEntitledPeople(company, 1, '2026-04-01');
    const lost = sql.begin(async (tx) => {
      await inDay(tx, company.id, 'unlimited', async () => {});
      throw new Error('lost');
    });
    await assert.rejects(lost, /lost/);
    assert.deepEqual(await company.ticketMonths(id), []);
    assert.equal(await issue(company), 1);
    assert.equal(await issue(company), 0);
  });

  it('issues the current month after downtime, and no past month', async () => {
    const company = await TestCompany.create(sql, '2026-01-15', { planType: 'split-pay-plan' });
    const [id = 0] = await addEntitledPeople(company, 1, '2026-01-01');
    assert.equal(await issue(company), 1);
    await setClockWhileDown(company, '2026-04-20');
    assert((await selectCompaniesDue(sql)).includes(company.id));
    assert.equal(await issue(company), 1);
    assert(!(await selectCompaniesDue(sql)).includes(company.id));
    assert.deepEqual(await company.ticketMonths(id), ['2026-01', '2026-04']);
    const receipts = await sql`
      select to_char(c.month, 'YYYY-MM') as month from documents d
      join charges c on c.company_id = d.company_id and c.id = d.charge_id
      where d.company_id = ${company.id} order by 1`;
    assert.deepEqual(
      receipts.map((row) => row['month']),
      ['2026-01', '2026-04'],
    );
  });

  it('uses the state on the first of the month, also when it is late', async () => {
    const company = await TestCompany.create(sql, '2026-03-20');
    await issue(company);
    const [startsLater = 0] = await addEntitledPeople(company, 1, '2026-04-10');
    const [endedSince = 0, endsOnTheFirst = 0, paused = 0] = await addEntitledPeople(
      company,
      3,
      '2026-01-01',
    );
    await sql`update employees set term_end_person = '2026-04-15' where id = ${endedSince}`;
    await sql`update employees set term_end_person = '2026-04-01' where id = ${endsOnTheFirst}`;
    await sql`update employees set pauses_person = '{[2026-04-01,2026-05-01)}' where id = ${paused}`;
    await setClockWhileDown(company, '2026-04-20');
    assert.equal(await issue(company), 1);
    assert.deepEqual(await company.ticketMonths(endedSince), ['2026-04']);
    for (const id of [startsLater, endsOnTheFirst, paused])
      assert.deepEqual(await company.ticketMonths(id), []);
  });

  it('runs before any action of a person on that day', async () => {
    const company = await TestCompany.create(sql, '2026-03-20');
    const [id = 0] = await addEntitledPeople(company, 1, '2026-01-01');
    await issue(company);
    await setClockWhileDown(company, '2026-04-05');
    await sql.begin((tx) => cancel(tx, company.id, id, OPERATOR));
    assert.deepEqual(await company.ticketMonths(id), ['2026-03', '2026-04']);
  });

  it('runs before a person is added or linked by hand', async () => {
    const company = await TestCompany.create(sql, '2026-03-20');
    const [id = 0] = await addEntitledPeople(company, 1, '2026-01-01');
    await issue(company);
    await setClockWhileDown(company, '2026-04-05');
    const person = { firstName: 'Ben', lastName: 'B', email: 'ben@example.com', dateOfBirth: '1990-01-01' };
    await sql.begin((tx) => createEmployee(tx, company.id, OPERATOR, person));
    assert.deepEqual(await company.ticketMonths(id), ['2026-03', '2026-04']);
    await setClockWhileDown(company, '2026-05-05');
    await sql.begin((tx) => linkEmployee(tx, company.id, id, company.integrationIds[0] ?? 0, OPERATOR));
    assert.deepEqual(await company.ticketMonths(id), ['2026-03', '2026-04', '2026-05']);
  });

  it('does not replace a void ticket', async () => {
    const company = await TestCompany.create(sql, '2026-04-01');
    const [id = 0] = await addEntitledPeople(company, 1, '2026-01-01');
    await issue(company);
    await sql.begin((tx) => revoke(tx, company.id, id, OPERATOR));
    await sql`update employees set term_end_person = null where company_id = ${company.id}`;
    await sql`update companies set issued_through = '2026-03-01' where id = ${company.id}`;
    assert.equal(await issue(company), 0);
    assert.deepEqual(await company.ticketMonths(id), []);
    await company.on('2026-05-01');
    assert.deepEqual(await company.ticketMonths(id), ['2026-05']);
  });

  it('makes every ticket valid until the last day of its month', async () => {
    const company = await TestCompany.create(sql, '2027-12-15');
    const [id = 0] = await addEntitledPeople(company, 1, '2027-12-01');
    await company.on('2028-04-01');
    assert.deepEqual(
      (await company.tickets(id)).map(({ validFrom, validUntil }) => `${validFrom} ${validUntil}`),
      [
        '2027-12-01 2027-12-31',
        '2028-01-01 2028-01-31',
        '2028-02-01 2028-02-29',
        '2028-03-01 2028-03-31',
        '2028-04-01 2028-04-30',
      ],
    );
  });
});

describe('receipts', () => {
  it('go to people who contribute, numbered without gaps over nodes, months and rolled back transactions', async () => {
    const company = await TestCompany.create(sql, '2026-03-15', { subsidyCents: 2_000 });
    const other = await TestCompany.create(sql, '2026-03-15', { planType: 'deferred-plan' });
    await addEntitledPeople(other, 2, '2026-01-01');
    const free = await addEntitledPeople(company, 3, '2026-01-01');
    const paying = await addEntitledPeople(company, 4, '2026-01-01');
    await sql`update employees set plan_type = 'split-pay-plan'
      where company_id = ${company.id} and id = any(${paying})`;
    for (const month of ['2026-03', '2026-04', '2026-05']) {
      await setClockWhileDown(company, `${month}-01`);
      const lost = sql.begin(async (tx) => {
        await inDay(tx, company.id, 'unlimited', async () => {});
        throw new Error('lost');
      });
      await assert.rejects(lost, /lost/);
      await Promise.all([issue(company), issue(company), issue(other)]);
    }
    const receipts = await sql<{ number: number; month: string; employeeId: number; cents: number }[]>`
      select (d.receipt ->> 'number')::int as number, to_char(c.month, 'YYYY-MM') as month,
        d.employee_id as "employeeId", c.employee_cents as cents
      from documents d
      join charges c on c.company_id = d.company_id and c.id = d.charge_id and c.employee_id = d.employee_id
      where d.company_id = ${company.id} and d.kind = 'receipt' order by 1`;
    assert.deepEqual(
      receipts.map((receipt) => ({ ...receipt })),
      ['2026-03', '2026-04', '2026-05'].flatMap((month, round) =>
        paying.map((employeeId, place) => ({
          number: round * 4 + place + 1,
          month,
          employeeId,
          cents: 6_300 - 315 - 2_000,
        })),
      ),
    );
    const [row] = await sql`select count(*)::int as tickets from tickets where company_id = ${company.id}`;
    assert.equal(row?.['tickets'], 3 * (free.length + paying.length));
  });

  it('do not go to people whose employer pays the full price', async () => {
    const company = await TestCompany.create(sql, '2026-03-15', {
      planType: 'split-pay-plan',
      subsidyCents: 6_300,
    });
    await addEntitledPeople(company, 2, '2026-01-01');
    assert.equal(await issue(company), 2);
    const receipts = await sql`select from documents where company_id = ${company.id}`;
    assert.equal(receipts.length, 0);
  });
});

it('a month is issued fast also when the planner statistics contain no tickets yet', async () => {
  const company = await TestCompany.create(sql, '2026-03-20');
  await sql`analyze tickets`;
  await addEntitledPeople(company, 20_000, '2026-01-01');
  await sql`analyze employees`;
  await sql`truncate tickets`;
  await sql`analyze tickets`;
  assert.equal(await issue(company), 20_000);
});
