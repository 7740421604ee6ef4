import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { CompanySettings } from '../../../../src/company/companies/companies-sql.ts';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { PLAN_TYPES } from '../../../../src/domain/plans/plan-types.ts';
import { eraseEmployee } from '../../../../src/people/privacy/erase-employee.ts';
import { revoke } from '../../support/actions.ts';
import { commandLineOn } from '../../support/command-line.ts';
import { createDemoDatabase } from '../../support/demo.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { TestCompany } from '../../support/test-company.ts';
import { fileReader, type Row, refundLater, subscribe } from './payroll-company.ts';

const { database, demo } = await createDemoDatabase();
const service = await createTestService({}, database);
const { sql } = service.database;

const AMOUNT = 'Tax-free (line 17)';
const CORRECTION = 'Correction of an earlier year';
const CONVERTED = 'Converted salary (not line 17)';

const set = (companyId: number, settings: CompanySettings) =>
  sql.begin((tx) => setCompany(tx, companyId, OPERATOR, settings));

const cents = (text = '') => Math.round(Number(text) * 100);
const total = (rows: Row[], ...headings: string[]) =>
  rows.reduce((sum, row) => sum + headings.reduce((all, heading) => all + cents(row[heading]), 0), 0);

/** A person on each plan. */
async function threePlans(month: string, subsidyCents: number) {
  const start = `${month}-01`;
  const company = await TestCompany.create(sql, start, { subsidyCents });
  const full = await subscribe(company, 'Abel', { plan: 'fully-subsidized-plan', start });
  const split = await subscribe(company, 'Brandt', { plan: 'split-pay-plan', start });
  const deferred = await subscribe(company, 'Celik', { plan: 'deferred-plan', start });
  await company.on(`${month}-10`);
  return { company, full, split, deferred, ...(await fileReader(service, company.id)) };
}

describe('the tax-free list of a month', () => {
  it('has the worked figures of both bases', async () => {
    const { company, read } = await threePlans('2026-03', 2_500);
    const { company: earlier, read: readEarlier } = await threePlans('2025-03', 1_450);
    const amounts = async () => [
      (await read('/costs/2026-03/file?format=tax-free')).map((row) => row[AMOUNT]),
      (await readEarlier('/costs/2025-03/file?format=tax-free')).map((row) => row[AMOUNT]),
    ];
    // 63.00 - 3.15 at full subsidy; 58.00 - 2.90 with a subsidy of 14.50.
    assert.deepEqual(await amounts(), [
      ['59.85', '25.00', '25.00'],
      ['55.10', '14.50', '14.50'],
    ]);
    for (const { id } of [company, earlier]) await set(id, { taxFreeBasis: '96-percent' });
    // 57.46 - 34.85 = 22.61; 52.90 - 40.60 = 12.30.
    assert.deepEqual(await amounts(), [
      ['57.46', '22.61', '22.61'],
      ['52.90', '12.30', '12.30'],
    ]);
  });

  it('is 0 where 96 percent of the price are below what the employee pays', async () => {
    const { company, read } = await threePlans('2026-03', 100);
    await set(company.id, { taxFreeBasis: '96-percent' });
    const rows = await read('/costs/2026-03/file?format=tax-free');
    // 96 % of 63.00 are 60.48. The employee pays 62.00.
    assert.deepEqual(
      rows.map((row) => [row['Employee’s share'], row[AMOUNT]]),
      [
        ['0.00', '57.46'],
        ['62.00', '0.00'],
        ['62.00', '0.00'],
      ],
    );
  });

  it('names the receipts that prove a line; full subsidies have none', async () => {
    const { company, deferred, read } = await threePlans('2026-03', 2_500);
    await sql.begin((tx) => revoke(tx, company.id, deferred, OPERATOR, { refund: true }));
    const rows = await read('/costs/2026-03/file?format=tax-free');
    assert.deepEqual(
      rows.map((row) => [row['Last name'], row['Personnel number'], row[AMOUNT], row['Receipts']]),
      [
        ['Abel', 'P-Abel', '59.85', ''],
        ['Brandt', 'P-Brandt', '25.00', '1'],
        ['Celik', 'P-Celik', '0.00', '2 3'],
      ],
    );
  });

  it('has the cost centre of the person, or else that of the company', async () => {
    const { company, full, read } = await threePlans('2026-03', 2_500);
    await set(company.id, { costCentre: '4711' });
    await sql`update charges set cost_centre = '815' where company_id = ${company.id} and employee_id = ${full}`;
    const rows = await read('/costs/2026-03/file?format=tax-free');
    assert.deepEqual(
      rows.map((row) => row['Cost centre']),
      ['815', '4711', '4711'],
    );
  });

  it('lists converted salary beside the tax-free amount, which stays what the employer adds', async () => {
    const { company, read } = await threePlans('2026-03', 2_500);
    const [row = {}] = await read('/costs/2026-03/file?format=tax-free');
    assert.ok(!(CONVERTED in row), 'a net deduction is no conversion');
    await set(company.id, { deferredShares: 'conversion' });
    const rows = await read('/costs/2026-03/file?format=tax-free');
    assert.deepEqual(
      rows.map((each) => [each[AMOUNT], each[CONVERTED]]),
      [
        ['59.85', '0.00'],
        ['25.00', '0.00'],
        ['25.00', '34.85'],
      ],
    );
  });
});

test('a refund of an earlier year is a correction of that year, beside the amounts of the present one', async () => {
  const { company, deferred, read } = await threePlans('2025-12', 2_500);
  await company.on('2026-01-10');
  await refundLater(company, deferred, { month: '2025-12', bookedIn: '2026-01' });
  const rows = await read('/costs/2026-01/file?format=tax-free');
  assert.deepEqual(
    rows
      .filter((row) => row['Last name'] === 'Celik')
      .map((row) => [row['Month'], row[AMOUNT], row[CORRECTION], row['Corrected year']]),
    [
      ['2025-12', '0.00', '-25.00', '2025'],
      ['2026-01', '25.00', '0.00', ''],
    ],
  );
  const years = async (year: number) =>
    (await read(`/costs/years/${year}/tax-free`)).map((row) => [
      row['Last name'],
      row['Tickets'],
      row[AMOUNT],
      row['of that booked after the year'],
      row['Receipts'],
    ]);
  assert.deepEqual(await years(2025), [
    ['Abel', '1', '55.10', '0.00', ''],
    ['Brandt', '1', '25.00', '0.00', '1'],
    ['Celik', '0', '0.00', '-25.00', '2'],
  ]);
  assert.deepEqual(await years(2026), [
    ['Abel', '1', '59.85', '0.00', ''],
    ['Brandt', '1', '25.00', '0.00', '3'],
    ['Celik', '1', '25.00', '0.00', '4'],
  ]);
});

describe('the yearly file', () => {
  it('has a line for each legal entity of a person, with the last number', async () => {
    const company = await TestCompany.create(sql, '2026-02-01', { subsidyCents: 2_500 });
    const payroll = { legalEntity: 'Nord GmbH' };
    const start = '2026-02-01';
    const id = await subscribe(company, 'Abel', {
      plan: 'split-pay-plan',
      start,
      hrId: 'old',
      payroll,
    });
    await company.on('2026-03-02');
    const move = (hrId: string, legalEntity: string) => sql`
      update hr_links set hr_id = ${hrId}, payroll = ${sql.json({ legalEntity })}
      where company_id = ${company.id} and employee_id = ${id}`;
    await move('new', 'Nord GmbH');
    await company.on('2026-04-02');
    await move('new', 'Süd GmbH');
    await company.on('2026-05-02');
    const { read } = await fileReader(service, company.id);
    const rows = await read('/costs/years/2026/tax-free');
    assert.deepEqual(
      rows.map((row) => [row['Personnel number'], row['Legal entity'], row['Tickets'], row[AMOUNT]]),
      [
        ['new', 'Nord GmbH', '3', '75.00'],
        ['new', 'Süd GmbH', '1', '25.00'],
      ],
    );
  });

  it('keeps the amounts of erased people, without them', async () => {
    const { company, split, read } = await threePlans('2026-03', 2_500);
    await set(company.id, { retentionMonths: 0 });
    await sql`update hr_links set ended_at = '2026-03-10' where company_id = ${company.id} and employee_id = ${split}`;
    await sql`
      update employees set term_end_person = '2026-03-10' where company_id = ${company.id} and id = ${split}`;
    await company.on('2026-04-10');
    await sql.begin((tx) => eraseEmployee(tx, company.id, split, OPERATOR));
    const [, , erased] = await read('/costs/years/2026/tax-free');
    assert.deepEqual(
      [erased?.['Last name'], erased?.['Personnel number'], erased?.[AMOUNT], erased?.['Receipts']],
      ['erased person', '', '25.00', '1'],
    );
  });

  it('is not found ahead', async () => {
    const { user } = await threePlans('2026-03', 2_500);
    assertProblem(await user.send('/costs/years/2027/tax-free'), 404, 'not-found');
  });

  it('is the same on the command line', async () => {
    const { company } = await threePlans('2026-03', 2_500);
    const { run } = commandLineOn(database);
    const of = ['statements', 'export', '--company', String(company.id), '--language', 'en'];
    const { stdout } = await run(...of, '--format', 'tax-free-year', '--year', '2026');
    assert.match(stdout, /^"Year","Personnel number".*\r\n"2026","P-Abel","Abel","Ada","1","0.00","59.85"/);
    const month = await run(...of, '--format', 'tax-free', '--month', '2026-03');
    assert.match(month.stdout, /\r\n"2026-03","P-Brandt","Brandt","Ada","1","63.00","3.15","34.85","25.00"/);
    const { stderr } = await run(...of, '--format', 'tax-free-year', '--month', '2026-03');
    assert.match(stderr, /needs --year/);
  });
});

describe('the nominal list equals the charges to the cent', () => {
  async function compare(companyId: number) {
    const { read } = await fileReader(service, companyId);
    const months = await sql<{ month: string; cents: number }[]>`
      select to_char(booked_in, 'YYYY-MM') as month, sum(employer_cents)::int as cents
      from charges where company_id = ${companyId} group by booked_in`;
    assert.ok(months.length > 10);
    for (const { month, cents: charged } of months)
      assert.equal(
        total(await read(`/costs/${month}/file?format=tax-free`), AMOUNT, CORRECTION),
        charged,
        month,
      );
    const years = await sql<{ year: number; cents: number }[]>`
      select extract(year from month)::int as year, sum(employer_cents)::int as cents
      from charges where company_id = ${companyId} group by 1`;
    for (const { year, cents: charged } of years) {
      const rows = await read(`/costs/years/${year}/tax-free`);
      assert.equal(total(rows, AMOUNT), charged, String(year));
      assert.ok(rows.every((row) => cents(row[AMOUNT]) >= 0));
    }
  }

  it('in the months of the demo', async () => {
    // Files that were handed over are in German.
    await sql`delete from handovers where company_id = ${demo.company.id}`;
    await compare(demo.company.id);
  });

  it('for any prices, shares and refunds', async () => {
    const company = await TestCompany.create(sql, '2026-12-15');
    await sql`
      insert into employees (company_id, first_name, last_name, email, date_of_birth)
      select ${company.id}, 'Ada', 'Nr ' || n, n || '@example.com', '1990-01-01' from generate_series(1, 20) n`;
    // 240 charges with amounts that depend on their place only, so that a failure can be repeated.
    await sql`
      insert into charges (company_id, employee_id, month, booked_in, plan_type, price_cents, discount_cents, employer_cents,
        employee_cents)
      select company_id, employee_id, month, month, plan, price, discount, price - discount - employee, employee
      from (
        select e.company_id, e.id as employee_id, m::date as month, plan, price, price * (n % 7) / 100 as discount,
          case when plan = 'fully-subsidized-plan' then 0 else (price - price * (n % 7) / 100) * (n % 11) / 11 end as employee
        from (select *, (row_number() over (order by id))::int as place from employees where company_id = ${company.id}) e
        cross join generate_series('2025-07-01'::date, '2026-06-01', interval '1 month') with ordinality as months (m, number)
        cross join lateral (select (e.place * 31 + number * 17)::int as n) seeded
        cross join lateral (select 4900 + n * 13 % 1501 as price, (${PLAN_TYPES}::text[])[1 + n % 3] as plan) amounts
      ) rows`;
    await sql`
      insert into charges (company_id, employee_id, kind, month, booked_in, plan_type, price_cents, discount_cents,
        employer_cents, employee_cents, reverses)
      select company_id, employee_id, 'reversal', month, month + interval '1 month' * (id % 6), plan_type, -price_cents,
        -discount_cents, -employer_cents, -employee_cents, id
      from charges where company_id = ${company.id} and id % 4 = 0`;
    await compare(company.id);
    await set(company.id, { taxFreeBasis: '96-percent' });
    const { read } = await fileReader(service, company.id);
    for (const row of await read('/costs/years/2025/tax-free')) assert.ok(cents(row[AMOUNT]) >= 0);
  });
});
