import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { PlanType } from '../../../../src/domain/plans/plan-types.ts';
import { constraintOf } from '../../../../src/platform/db/failures.ts';
import { reissue } from '../../../../src/tickets/issue/reissue.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { changePlan, enrol, issueNow, revoke } from '../../support/actions.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

/** Price, discount, employer's share, employee's share. */
type Amounts = [number, number, number, number];

async function chargesOf(company: TestCompany): Promise<[kind: string, month: string, ...Amounts][]> {
  const rows = await sql<{ kind: string; month: string; amounts: Amounts }[]>`
    select kind, to_char(month, 'YYYY-MM') as month,
      array[price_cents, discount_cents, employer_cents, employee_cents] as amounts
    from charges where company_id = ${company.id} order by id`;
  return rows.map(({ kind, month, amounts }) => [kind, month, ...amounts]);
}

async function receiptsOf(company: TestCompany): Promise<[number: number, name: string, cents: number][]> {
  const rows = await sql<{ number: number; name: string; cents: number }[]>`
    select (d.receipt ->> 'number')::int as number, d.name, c.employee_cents as cents
    from documents d join charges c on c.company_id = d.company_id and c.id = d.charge_id
    where d.company_id = ${company.id} and d.kind = 'receipt' order by 1`;
  return rows.map(({ number, name, cents }) => [number, name, cents]);
}

async function subscribed(
  company: TestCompany,
  start: string,
  plan: PlanType | null = null,
): Promise<number> {
  const id = await company.addPerson(plan);
  await sql`update employees set term_number = 1, term_start = ${start} where id = ${id}`;
  return id;
}

async function acceptLastOffer(company: TestCompany): Promise<number> {
  const [offer] = await sql<{ id: number }[]>`
    select max(id) as id from contract_offers where company_id = ${company.id}`;
  assert(offer);
  await sql.begin((tx) => answerOffer(tx, company.id, offer.id, OPERATOR, 'accepted'));
  return offer.id;
}

describe('a ticket is charged', () => {
  const CASES: [what: string, plan: PlanType, subsidyCents: number, month: string, amounts: Amounts][] = [
    ['by shares', 'split-pay-plan', 2_500, '2026-03', [6_300, 315, 2_500, 3_485]],
    ['by shares that payroll withholds', 'deferred-plan', 2_500, '2026-03', [6_300, 315, 2_500, 3_485]],
    ['without a discount below a quarter', 'split-pay-plan', 1_574, '2026-03', [6_300, 0, 1_574, 4_726]],
    ['with a discount from a quarter on', 'split-pay-plan', 1_575, '2026-03', [6_300, 315, 1_575, 4_410]],
    ['to the employer alone', 'fully-subsidized-plan', 0, '2026-03', [6_300, 315, 5_985, 0]],
    ['to the employer if the subsidy covers all', 'split-pay-plan', 9_000, '2026-03', [6_300, 315, 5_985, 0]],
    ['at the price of its month', 'split-pay-plan', 2_500, '2025-12', [5_800, 290, 2_500, 3_010]],
  ];
  for (const [what, planType, subsidyCents, month, amounts] of CASES)
    it(`${what}: ${planType}, subsidy ${subsidyCents}, ${month}`, async () => {
      const company = await TestCompany.create(sql, `${month}-01`, { planType, subsidyCents });
      await subscribed(company, `${month}-01`);
      await company.open(async () => {});
      assert.deepEqual(await chargesOf(company), [['charge', month, ...amounts]]);
      assert.deepEqual(await receiptsOf(company), amounts[3] > 0 ? [[1, `Beleg ${month}`, amounts[3]]] : []);
    });

  it('with the contract that its share rests on', async () => {
    const company = await TestCompany.create(sql, '2026-03-10', { planType: 'split-pay-plan' });
    const id = await company.addPerson();
    await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR));
    const first = await acceptLastOffer(company);
    await company.on('2026-04-10');
    await sql.begin((tx) => changePlan(tx, company.id, id, OPERATOR, 'deferred-plan'));
    await company.on('2026-05-10');
    const second = await acceptLastOffer(company);
    await company.on('2026-06-10');
    await sql.begin((tx) => changePlan(tx, company.id, id, OPERATOR, 'fully-subsidized-plan'));
    await company.on('2026-07-01');
    const rows = await sql<{ planType: string; offerId: number | null }[]>`
      select plan_type as "planType", offer_id as "offerId" from charges
      where company_id = ${company.id} order by month`;
    assert.deepEqual(
      rows.map(({ planType, offerId }) => [planType, offerId]),
      [
        ['split-pay-plan', first],
        ['split-pay-plan', first],
        ['deferred-plan', second],
        ['fully-subsidized-plan', null],
      ],
    );
  });
});

const MARCH = ['charge', '2026-03', 6_300, 315, 2_500, 3_485];
const MARCH_REVERSED = ['reversal', '2026-03', -6_300, -315, -2_500, -3_485];

async function payerInMarch() {
  const company = await TestCompany.create(sql, '2026-03-01', {
    planType: 'split-pay-plan',
    subsidyCents: 2_500,
  });
  const id = await subscribed(company, '2026-03-01');
  await company.on('2026-03-10');
  const revokeIt = (refund: boolean) => sql.begin((tx) => revoke(tx, company.id, id, OPERATOR, { refund }));
  /** Orders again and has the ticket of March issued at once. */
  const issueAgain = async () => {
    await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR));
    await acceptLastOffer(company);
    await sql.begin((tx) => issueNow(tx, company.id, id, OPERATOR));
  };
  return { company, id, revokeIt, issueAgain };
}

describe('the charge of a month', () => {
  it('is taken over by a reissued ticket', async () => {
    const { company, id } = await payerInMarch();
    await company.open((tx, day) => reissue(tx, day, [id]));
    assert.equal((await company.tickets(id)).length, 2);
    assert.deepEqual(await chargesOf(company), [MARCH]);
    assert.deepEqual(await receiptsOf(company), [[1, 'Beleg 2026-03', 3_485]]);
  });

  it('stands if its ticket is revoked without a refund, and a ticket issued now takes it over', async () => {
    const { company, id, revokeIt, issueAgain } = await payerInMarch();
    assert.deepEqual(await revokeIt(false), { end: '2026-03-10' });
    assert.deepEqual(await chargesOf(company), [MARCH]);
    await issueAgain();
    assert.deepEqual(await company.ticketMonths(id), ['2026-03']);
    assert.deepEqual(await chargesOf(company), [MARCH]);
    assert.deepEqual(await receiptsOf(company), [[1, 'Beleg 2026-03', 3_485]]);
  });

  it('is reversed by a refund, and a ticket issued now is charged anew', async () => {
    const { company, id, revokeIt, issueAgain } = await payerInMarch();
    const refund = { employerCents: 2_500, employeeCents: 3_485 };
    assert.deepEqual(await revokeIt(true), { end: '2026-03-10', refund });
    assert.deepEqual(await chargesOf(company), [MARCH, MARCH_REVERSED]);
    assert.deepEqual(await receiptsOf(company), [
      [1, 'Beleg 2026-03', 3_485],
      [2, 'Erstattung 2026-03', -3_485],
    ]);
    await issueAgain();
    assert.deepEqual(await company.ticketMonths(id), ['2026-03']);
    assert.deepEqual(await chargesOf(company), [MARCH, MARCH_REVERSED, MARCH]);
    await revokeIt(true);
    assert.deepEqual(await chargesOf(company), [MARCH, MARCH_REVERSED, MARCH, MARCH_REVERSED]);
    assert.deepEqual(
      (await receiptsOf(company)).map(([number, , cents]) => [number, cents]),
      [
        [1, 3_485],
        [2, -3_485],
        [3, 3_485],
        [4, -3_485],
      ],
    );
  });

  it('is refunded without a receipt if the employee paid nothing', async () => {
    const company = await TestCompany.create(sql, '2026-03-01');
    const id = await subscribed(company, '2026-03-01');
    const refund = { employerCents: 5_985, employeeCents: 0 };
    const done = await sql.begin((tx) => revoke(tx, company.id, id, OPERATOR, { refund: true }));
    assert.deepEqual(done, { end: '2026-03-01', refund });
    assert.deepEqual(await chargesOf(company), [
      ['charge', '2026-03', 6_300, 315, 5_985, 0],
      ['reversal', '2026-03', -6_300, -315, -5_985, 0],
    ]);
    assert.deepEqual(await receiptsOf(company), []);
  });

  it('of an earlier month is never refunded', async () => {
    const { company, revokeIt } = await payerInMarch();
    await sql`update employees set pauses_person = '{[2026-04-01,2026-05-01)}' where company_id = ${company.id}`;
    await company.on('2026-04-10');
    assert.deepEqual(await revokeIt(true), { end: '2026-04-10' });
    assert.deepEqual(await chargesOf(company), [MARCH]);
  });

  it('cannot stand twice, be reversed twice or have shares that do not add up', async () => {
    const { company, revokeIt } = await payerInMarch();
    const copy = (kind: string, changed: object) => sql`
      insert into charges (company_id, employee_id, kind, month, booked_in, plan_type, price_cents, discount_cents,
        employer_cents, employee_cents, reverses)
      select c.company_id, c.employee_id, c.kind, c.month, c.booked_in, c.plan_type, c.price_cents, c.discount_cents,
        c.employer_cents, c.employee_cents, c.reverses
      from charges stored
      cross join lateral jsonb_populate_record(stored, ${sql.json(changed as never)}) c
      where stored.company_id = ${company.id} and stored.kind = ${kind}`;
    const violates = (name: string) => (error: unknown) => constraintOf(error) === name;
    const april = { month: '2026-04-01', booked_in: '2026-04-01' };
    await assert.rejects(copy('charge', {}), violates('charges_one_standing'));
    await assert.rejects(copy('charge', { ...april, employee_cents: 3_484 }), /violates check constraint/);
    await assert.rejects(copy('charge', { ...april, booked_in: '2026-05-01' }), /violates check constraint/);
    await assert.rejects(copy('charge', { ...april, kind: 'reversal' }), /violates check constraint/);
    await revokeIt(true);
    await assert.rejects(copy('reversal', {}), violates('charges_reversed_once'));
  });
});

it('over 24 months the charges of every month are the tickets issued times what was in force', async () => {
  const company = await TestCompany.create(sql, '2024-12-01', {
    planType: 'split-pay-plan',
    subsidyCents: 2_500,
  });
  const ada = await subscribed(company, '2024-12-01');
  const ben = await subscribed(company, '2025-04-01', 'deferred-plan');
  const cem = await subscribed(company, '2024-12-01', 'fully-subsidized-plan');
  const dora = await subscribed(company, '2025-01-01');
  await sql`update employees set pauses_person = '{[2026-03-01,2026-04-01)}' where id = ${cem}`;
  await company.on('2025-02-10');
  await sql.begin((tx) => revoke(tx, company.id, dora, OPERATOR, { refund: true }));
  await company.on('2025-06-15');
  await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { subsidyCents: 3_000 }));
  await company.on('2026-11-01');
  assert.equal((await company.ticketMonths(ada)).length, 24);
  assert.equal((await company.ticketMonths(ben)).length, 20);
  const rows = await sql<{ month: string; tickets: number; sums: number[]; receipts: number }[]>`
    select to_char(c.booked_in, 'YYYY-MM') as month, sum(case c.kind when 'charge' then 1 else -1 end)::int as tickets,
      array[sum(c.price_cents), sum(c.discount_cents), sum(c.employer_cents), sum(c.employee_cents)]::int[] as sums,
      coalesce(sum(c.employee_cents) filter (where d.id is not null), 0)::int as receipts
    from charges c left join documents d on d.company_id = c.company_id and d.charge_id = c.id
    where c.company_id = ${company.id} group by c.booked_in order by 1`;
  /** Months, tickets, then the sums of price, discount, employer's and employee's shares. */
  const expected: [months: number, tickets: number, ...Amounts][] = [
    // 49.00, subsidy 25.00: Ada pays 21.55, the employer 46.55 for Cem.
    [1, 2, 9_800, 490, 2_500 + 4_655, 2_155],
    // 58.00: Ada and Dora pay 30.10, the employer 55.10 for Cem. Dora is refunded in February.
    [1, 3, 17_400, 870, 5_000 + 5_510, 6_020],
    [2, 2, 11_600, 580, 2_500 + 5_510, 3_010],
    // Ben too, from April.
    [3, 3, 17_400, 870, 5_000 + 5_510, 6_020],
    // Subsidy 30.00 from July: 25.10 each.
    [6, 3, 17_400, 870, 6_000 + 5_510, 5_020],
    // 63.00: 29.85 each, 59.85 for Cem, who pauses in March.
    [2, 3, 18_900, 945, 6_000 + 5_985, 5_970],
    [1, 2, 12_600, 630, 6_000, 5_970],
    [8, 3, 18_900, 945, 6_000 + 5_985, 5_970],
  ];
  const byMonth = expected.flatMap(([months, ...sums]) => Array.from({ length: months }, () => sums));
  assert.equal(byMonth.length, 24);
  assert.deepEqual(
    rows.map(({ tickets, sums }) => [tickets, ...sums]),
    byMonth,
  );
  for (const { month, sums, receipts } of rows) {
    const [price = 0, discount = 0, employer = 0, employee = 0] = sums;
    assert.equal(discount + employer + employee, price, month);
    assert.equal(receipts, employee, month);
  }
  assert.deepEqual([rows[0]?.month, rows.at(-1)?.month], ['2024-12', '2026-11']);
});
