import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { PlanType } from '../../../../src/domain/plans/plan-types.ts';
import { JOBS } from '../../../../src/jobs/jobs.ts';
import {
  changePrices,
  type PriceChange,
  previewPriceChange,
} from '../../../../src/tickets/prices/change-prices.ts';
import { followPrices } from '../../../../src/tickets/prices/follow-prices.ts';
import { selectCompaniesBehind, selectPrices } from '../../../../src/tickets/prices/prices-sql.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { enrol } from '../../support/actions.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
/** Each test has a year of its own, later than that of the test before. */
const change = (given: PriceChange) => sql.begin((tx) => changePrices(tx, given));
const prices = async () => (await selectPrices(sql)).map((price) => ({ ...price }));
const preview = (given: PriceChange) => previewPriceChange(sql, given);
const QUIET = { info: () => {}, error: (values: object) => assert.fail(String(Object.values(values)[0])) };
const tick = () => JOBS['follow-price-changes']({ sql, log: QUIET, signal: new AbortController().signal });

async function subscribed(
  company: TestCompany,
  start: string,
  plan: PlanType | null = null,
): Promise<number> {
  const id = await company.addPerson(plan);
  await sql`update employees set term_number = 1, term_start = ${start} where id = ${id}`;
  return id;
}

/** Enrols a person who accepts the contract. The term begins on the next first. */
async function signed(company: TestCompany): Promise<number> {
  const id = await company.addPerson();
  await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR));
  const [offer] = await sql<
    { id: number }[]
  >`select max(id) as id from contract_offers where employee_id = ${id}`;
  await sql.begin((tx) => answerOffer(tx, company.id, offer?.id ?? 0, { type: 'employee', id }, 'accepted'));
  return id;
}

async function openTerms(id: number): Promise<[start: string, cents: number][]> {
  const rows = await sql<{ start: string; cents: number }[]>`
    select planned_start as start, (terms ->> 'contributionCents')::int as cents from contract_offers
    where employee_id = ${id} and reason = 'new-terms' and status = 'pending' and withdrawn_at is null`;
  return rows.map(({ start, cents }) => [start, cents]);
}

describe('a price', () => {
  it('can be set, replaced and removed for months that have begun in no company', async () => {
    const company = await TestCompany.create(sql, '2031-03-31');
    const begun = new RegExp(`from 2031-04 on can be changed: in company ${company.id} `);
    await assert.rejects(change({ from: '2031-03', cents: 6_500 }), begun);
    await assert.rejects(preview({ from: '2031-03', cents: 6_500 }), begun);
    const before = await prices();
    await change({ from: '2031-04', cents: 6_500 });
    await change({ from: '2031-04', cents: 6_600 });
    await assert.rejects(change({ from: '2031-04', cents: 6_600 }), /is 6600 cents already/);
    await assert.rejects(change({ from: '2031-05', cents: null }), /No price begins in 2031-05/);
    assert.deepEqual(await prices(), [...before, { from: '2031-04', cents: 6_600 }]);
    await change({ from: '2031-04', cents: null });
    assert.deepEqual(await prices(), before);
    await change({ from: '2031-04', cents: 6_300 });
    await company.on('2031-04-01');
    await assert.rejects(change({ from: '2031-04', cents: null }), /from 2031-05 on/);
    for (const cents of [0, 1_000_001])
      await assert.rejects(change({ from: '2031-06', cents }), /1 to 1000000/);
  });

  it('is recorded in the audit log of every company', async () => {
    const companies = [
      await TestCompany.create(sql, '2032-01-10'),
      await TestCompany.create(sql, '2032-01-10'),
    ];
    await change({ from: '2032-06', cents: 6_400 });
    await change({ from: '2032-06', cents: null });
    for (const { id } of companies) {
      const rows = await sql`
        select actor_type, action, details from audit_log where company_id = ${id} and action like 'price-%'
        order by id`;
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [
          ['price-set', 6_300, 6_400],
          ['price-removed', 6_400, 6_300],
        ].map(([action, beforeCents, afterCents]) => ({
          actor_type: 'operator',
          action,
          details: { from: '2032-06', beforeCents, afterCents },
        })),
      );
    }
  });

  it('counts for tickets from its first month on', async () => {
    const company = await TestCompany.create(sql, '2033-01-10', {
      planType: 'split-pay-plan',
      subsidyCents: 2_500,
    });
    await subscribed(company, '2033-01-01');
    await change({ from: '2033-03', cents: 6_500 });
    await company.on('2033-04-01');
    const rows = await sql`
      select price_cents, employee_cents from charges where company_id = ${company.id} order by month`;
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        [6_300, 3_485],
        [6_300, 3_485],
        [6_500, 3_675],
        [6_500, 3_675],
      ],
    );
  });
});

it('the preview shows whom a price concerns and by how much', async () => {
  const first = await TestCompany.create(sql, '2034-03-10', {
    planType: 'split-pay-plan',
    subsidyCents: 2_500,
  });
  const signer = await signed(first);
  await subscribed(first, '2034-01-01', 'fully-subsidized-plan');
  const ended = await subscribed(first, '2034-01-01');
  await sql`update employees set term_end_person = '2034-06-01' where id = ${ended}`;
  const paused = await subscribed(first, '2034-01-01');
  await sql`update employees set pauses_person = '{[2034-06-01,2034-07-01)}' where id = ${paused}`;
  const second = await TestCompany.create(sql, '2034-03-10', {
    planType: 'split-pay-plan',
    subsidyCents: 1_650,
  });
  await subscribed(second, '2034-06-01');
  const effect = await preview({ from: '2034-06', cents: 6_700 });
  assert.deepEqual([effect.beforeCents, effect.afterCents], [6_500, 6_700]);
  const concerned = effect.companies.filter(({ companyId }) => [first.id, second.id].includes(companyId));
  assert.deepEqual(
    concerned.map(({ companyId, people, onceAccepted }) => ({ companyId, people, onceAccepted })),
    [
      // 38.65 instead of 36.75 for the signer; 63.65 instead of 61.75 for the employer of the other.
      { companyId: first.id, people: 2, onceAccepted: { employees: 190, employer: 190 } },
      // Below a quarter there is no discount: 50.50 instead of 45.25.
      {
        companyId: second.id,
        people: 1,
        onceAccepted: { employees: 6_700 - 1_650 - (6_500 - 325 - 1_650), employer: 0 },
      },
    ],
  );
  assert.deepEqual(await openTerms(signer), [], 'a preview offers nothing');
  assert.deepEqual((await preview({ from: '2034-07', cents: 6_500 })).companies, [], 'the same price');
});

describe('after a change of prices', () => {
  it('every company is visited once, and new terms are offered where the amount rises', async () => {
    await tick();
    const company = await TestCompany.create(sql, '2035-03-10', {
      planType: 'split-pay-plan',
      subsidyCents: 2_500,
    });
    const signer = await signed(company);
    await company.on('2035-04-10');
    assert.deepEqual(await selectCompaniesBehind(sql), [], 'a new company has nothing to follow');
    await change({ from: '2035-05', cents: 6_700 });
    assert((await selectCompaniesBehind(sql)).includes(company.id));
    await tick();
    assert.deepEqual(await selectCompaniesBehind(sql), []);
    assert.deepEqual(await openTerms(signer), [['2035-05-01', 3_865]]);
    await tick();
    assert.deepEqual(await openTerms(signer), [['2035-05-01', 3_865]]);
  });

  it('a visit that is interrupted is made again', async () => {
    const company = await TestCompany.create(sql, '2036-03-10', {
      planType: 'split-pay-plan',
      subsidyCents: 2_500,
    });
    const signer = await signed(company);
    await company.on('2036-04-10');
    await change({ from: '2036-05', cents: 6_900 });
    const killed = sql.begin(async (tx) => {
      await followPrices(tx, company.id);
      throw new Error('killed');
    });
    await assert.rejects(killed, /killed/);
    assert((await selectCompaniesBehind(sql)).includes(company.id));
    assert.deepEqual(await openTerms(signer), []);
    await tick();
    assert.deepEqual(await openTerms(signer), [['2036-05-01', 6_900 - 345 - 2_500]]);
  });

  it('a change during a visit leads to another visit', async () => {
    const company = await TestCompany.create(sql, '2037-03-10');
    await change({ from: '2037-05', cents: 7_000 });
    await sql.begin(async (tx) => {
      await followPrices(tx, company.id);
      await change({ from: '2037-05', cents: 7_100 });
    });
    assert((await selectCompaniesBehind(sql)).includes(company.id));
    await Promise.all([tick(), tick(), tick()]);
    assert.deepEqual(await selectCompaniesBehind(sql), []);
  });
});

it('the beginning of a month is followed like a change of prices, whoever issues its tickets', async () => {
  const company = await TestCompany.create(sql, '2038-03-10', {
    planType: 'split-pay-plan',
    subsidyCents: 2_500,
  });
  const signer = await signed(company);
  await company.on('2038-04-10');
  // Nobody follows the subsidy here, as if offers of it had lapsed with a change of plan in their place.
  await sql`update companies set subsidy_cents = 2000, clock_frozen_on = '2038-05-01' where id = ${company.id}`;
  await tick();
  assert.deepEqual(await openTerms(signer), [], 'within the month there is nothing to follow');
  await company.open(async () => {});
  assert.deepEqual(await selectCompaniesBehind(sql), [company.id]);
  await tick();
  assert.equal((await openTerms(signer)).at(0)?.at(0), '2038-06-01');
  assert.deepEqual(await selectCompaniesBehind(sql), []);
});
