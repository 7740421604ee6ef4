import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setDatevClients } from '../../../../src/company/datev/set-datev-clients.ts';
import { chooseGroup } from '../../../../src/company/groups/choose-group.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { Payroll } from '../../../../src/domain/person/payroll-fields.ts';
import { inDay } from '../../../../src/tickets/issue/open-day.ts';
import { followPricesIfBehind } from '../../../../src/tickets/prices/follow-prices.ts';
import { raiseVersion, upsertPrice } from '../../../../src/tickets/prices/prices-sql.ts';
import { createTestService } from '../../support/service.ts';
import { fileReader } from '../statements/payroll-company.ts';
import { createGroupedCompany, group, listed } from './grouped-company.ts';

const service = await createTestService();
const { sql } = service.database;

const NORTH = 'Nord GmbH';
const SOUTH = 'Süd GmbH';

/**
 * The books that an accountant would keep, in euros: who, the months, the group, the legal entity, and price = discount + employer +
 * employee. The subsidies are 20.00 (no group), 30.00 (Office, 28.00 from June 2028 on), 10.00 (Store, too little for the discount) and
 * 65.00 (Board).
 */
const BOOKS: readonly [
  number: string,
  from: string,
  until: string,
  group: string,
  entity: string,
  price: number,
  discount: number,
  employer: number,
  employee: number,
][] = [
  // In no group. Accepts the amount of the new price.
  ['101', '2026-12', '2027-12', '', NORTH, 63, 3.15, 20, 39.85],
  ['101', '2028-01', '2028-11', '', NORTH, 69, 3.45, 20, 45.55],
  // Signed 29.85. In the store, where 53.00 would be due, the signed amount stays. Rejects the new price, so the year ends it.
  ['102', '2026-12', '2027-06', 'Office', NORTH, 63, 3.15, 30, 29.85],
  ['102', '2027-07', '2027-11', 'Store', NORTH, 63, 0, 33.15, 29.85],
  ['102', '2027-12', '2027-12', 'Office', NORTH, 63, 3.15, 30, 29.85],
  // Signed 53.00, and pays less wherever less is due, without signing.
  ['103', '2026-12', '2027-03', 'Store', SOUTH, 63, 0, 10, 53],
  ['103', '2027-04', '2027-09', 'Office', SOUTH, 63, 3.15, 30, 29.85],
  ['103', '2027-10', '2027-12', '', NORTH, 63, 3.15, 20, 39.85],
  ['103', '2028-01', '2028-11', '', NORTH, 69, 3.45, 20, 45.55],
  // On full subsidy. Another group does not change the plan.
  ['104', '2026-12', '2027-08', 'Board', SOUTH, 63, 3.15, 59.85, 0],
  ['104', '2027-09', '2027-12', 'Office', SOUTH, 63, 3.15, 59.85, 0],
  ['104', '2028-01', '2028-11', 'Office', SOUTH, 69, 3.45, 65.55, 0],
  // Comes in May. By hand on the board, with the plan of the office.
  ['105', '2027-05', '2027-08', 'Office', SOUTH, 63, 3.15, 30, 29.85],
  ['105', '2027-09', '2027-12', 'Board', SOUTH, 63, 3.15, 59.85, 0],
  ['105', '2028-01', '2028-11', 'Board', SOUTH, 69, 3.45, 65, 0.55],
  // Accepts the new price, and in June the lower subsidy of the office.
  ['106', '2026-12', '2027-12', 'Office', NORTH, 63, 3.15, 30, 29.85],
  ['106', '2028-01', '2028-06', 'Office', NORTH, 69, 3.45, 30, 35.55],
  ['106', '2028-07', '2028-11', 'Office', NORTH, 69, 3.45, 28, 37.55],
];

const MONTHS = Array.from({ length: 24 }, (_, index) =>
  new Date(Date.UTC(2026, 11 + index, 1)).toISOString().slice(0, 7),
);

const cents = (euros: number) => Math.round(euros * 100);
const euros = (amount: number) => (amount / 100).toFixed(2);

/** The lines of a month in the books, in cents. */
const booked = (month: string) =>
  BOOKS.filter(([, from, until]) => from <= month && month <= until)
    .map(([number, , , name, entity, ...amounts]) => {
      const [price = 0, discount = 0, employer = 0, employee = 0] = amounts.map(cents);
      return { number, group: name, entity, price, discount, employer, employee };
    })
    .sort((one, other) => (one.number < other.number ? -1 : 1));

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

type Lines = Record<string, Payroll>;

test('24 months of three groups and two legal entities: the books, charges, statements and files agree to the cent', async () => {
  const company = await createGroupedCompany(service, { planType: 'deferred-plan', wageType: '9010' });
  const { companyId, idOf, on, answer } = company;
  const deferred = { defaultPlanType: 'deferred-plan' } as const;
  const { id: board } = await company.create(
    group('Board', {
      subsidyCents: 6_500,
      defaultPlanType: 'fully-subsidized-plan',
      rule: { department: ['Board'] },
    }),
  );
  const { id: office } = await company.create(
    group('Office', { ...deferred, subsidyCents: 3_000, rule: { department: ['office'] } }),
  );
  await company.create(group('Store', { ...deferred, subsidyCents: 1_000, rule: { location: ['Store'] } }));
  const client = { adviserNumber: 1_234_567, withheldWageType: 9010, taxFreeWageType: 9020 };
  const keys = { withheldKey: null, taxFreeKey: null };
  await sql.begin((tx) =>
    setDatevClients(tx, companyId, OPERATOR, () => [
      { ...client, ...keys, legalEntity: NORTH, clientNumber: 1 },
      { ...client, ...keys, legalEntity: SOUTH, clientNumber: 2 },
    ]),
  );

  const people: Lines = {};
  const roster = async (changes: Lines) => {
    Object.assign(people, changes);
    const run = await company.sync(Object.entries(people).map(([hrId, payroll]) => listed(hrId, payroll)));
    assert.deepEqual(run.problems, []);
  };
  const inOffice = (legalEntity: string) => ({ department: 'Office', legalEntity });

  await roster({
    101: { legalEntity: NORTH },
    102: inOffice(NORTH),
    103: { location: 'store', legalEntity: SOUTH },
    104: { department: 'board', legalEntity: SOUTH },
    106: inOffice(NORTH),
  });
  assert.equal(await answer('accepted'), 4);
  await on('2027-03-10');
  await roster({ 103: inOffice(SOUTH) });
  await on('2027-04-12');
  await roster({ 105: inOffice(SOUTH) });
  await answer('accepted');
  await on('2027-06-15');
  await roster({ 102: { location: 'Store', legalEntity: NORTH } });
  assert.deepEqual(await company.offers(), ['102 new-terms deferred-plan 2027-07 5300']);
  await on('2027-08-05');
  const fifth = await idOf('105');
  await sql.begin((tx) => chooseGroup(tx, companyId, OPERATOR, [fifth], board));
  await on('2027-08-20');
  await roster({ 104: inOffice(SOUTH) });
  await on('2027-09-10');
  await roster({ 103: { legalEntity: NORTH } });
  await on('2027-11-20');
  await roster({ 102: inOffice(NORTH) });
  assert.deepEqual(await company.offers(), []);
  await sql.begin(async (tx) => {
    // changePrices refuses months that have begun on the real date.
    await raiseVersion(tx);
    await upsertPrice(tx, { from: '2028-01', cents: 6_900 });
    await inDay(tx, companyId, 'short', (day) => followPricesIfBehind(tx, day));
  });
  assert.deepEqual(await company.offers(), [
    '101 new-terms deferred-plan 2028-01 4555',
    '102 new-terms deferred-plan 2028-01 3555',
    '106 new-terms deferred-plan 2028-01 3555',
  ]);
  await answer('accepted', '101');
  await answer('rejected', '102');
  await answer('accepted', '106');
  await on('2028-05-10');
  await company.setGroup(office, { subsidyCents: 2_800 });
  await on('2028-06-20');
  await answer('accepted', '106');
  await on('2028-12-01');

  const { read, user } = await fileReader(service, companyId);
  for (const month of MONTHS) {
    const lines = booked(month);
    const charges = await sql<ReturnType<typeof booked>>`
      select personnel_number as number, coalesce(group_name, '') as group, legal_entity as entity, price_cents as price,
        discount_cents as discount, employer_cents as employer, employee_cents as employee
      from charges where company_id = ${companyId} and month = ${`${month}-01`} order by 1`;
    assert.deepEqual([...charges], lines, `charges of ${month}`);

    const statement = (await company.get(`/statements/${month}?perPage=100`)).json().data;
    const totals = {
      employer: sumOf(lines.map((each) => each.employer)),
      employee: sumOf(lines.map((each) => each.employee)),
    };
    assert.equal(cents(statement.employerShare.value), totals.employer, `statement of ${month}`);
    assert.equal(cents(statement.employeeShare.value), totals.employee, `statement of ${month}`);

    const csv = await read(`/costs/${month}/file?format=csv`);
    assert.deepEqual(
      csv
        .map((row) => [row['Personnel number'], row['Group'], row['Legal entity'], row['Employee’s share']])
        .sort(),
      lines.map((each) => [each.number, each.group, each.entity, euros(each.employee)]),
      `file of ${month}`,
    );
    const withheld = lines.filter(({ employee }) => employee > 0);
    const payroll = await read(`/costs/${month}/file?format=payroll`);
    assert.deepEqual(
      payroll.map((row) => [row['Personnel number'], row['Amount']]).sort(),
      withheld.map((each) => [each.number, euros(each.employee)]),
      `payroll file of ${month}`,
    );
    const taxFree = await read(`/costs/${month}/file?format=tax-free`);
    assert.deepEqual(
      taxFree.map((row) => [row['Personnel number'], row['Tax-free (line 17)']]).sort(),
      lines.map((each) => [each.number, euros(each.employer)]),
      `tax-free list of ${month}`,
    );
    const datev = (await user.send(`/costs/${month}/file?format=datev-lug`)).rawPayload.toString('latin1');
    assert.deepEqual(
      [...datev.matchAll(/(10\d);(90[12]0);(\d+),(\d\d);/g)]
        .map(([, number, type, whole, rest]) => [number, type, `${whole}.${rest}`])
        .sort(),
      lines
        .flatMap((each) => [
          ...(each.employee > 0 ? [[each.number, '9010', euros(each.employee)]] : []),
          [each.number, '9020', euros(each.employer)],
        ])
        .sort(),
      `DATEV files of ${month}`,
    );
  }
});
