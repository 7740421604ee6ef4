import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PLAN_TYPES, type PlanType } from '../../../../src/domain/plans/plan-types.ts';
import { figuresOf, type ReceiptCharge, splitVat } from '../../../../src/tickets/documents/receipt.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

const CHARGE: ReceiptCharge = {
  month: '2026-11',
  planType: 'split-pay-plan',
  priceCents: 6300,
  discountCents: 315,
  employerCents: 2500,
  employeeCents: 3485,
  reversedNumber: null,
};

test('the amounts of the standard ticket', () => {
  assert.deepEqual(figuresOf(CHARGE), { grossCents: 5985, netCents: 5593, vatCents: 392 });
});

test('a refund has the amounts of what it reverses, negative', () => {
  const refund = {
    ...CHARGE,
    priceCents: -6300,
    discountCents: -315,
    employerCents: -2500,
    employeeCents: -3485,
  };
  assert.deepEqual(figuresOf(refund), { grossCents: -5985, netCents: -5593, vatCents: -392 });
});

test('net and tax add up to the amount, and the tax is 7 % of the net, rounded to the nearest cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (grossCents) => {
      const { netCents, vatCents } = splitVat(grossCents);
      assert.equal(netCents + vatCents, grossCents);
      assert.ok(Number.isInteger(vatCents) && vatCents >= 0);
      // Computes in 107ths of a cent without rounding: the difference is at most half a cent, and never
      // exactly half.
      const off = BigInt(vatCents) * 107n - BigInt(grossCents) * 7n;
      assert.ok(off * 2n < 107n && off * 2n > -107n);
    }),
  );
});

test('all amounts add up for any plan, price and subsidy', async () => {
  const amounts = fc.sample(
    fc.record({
      plan: fc.constantFrom(...PLAN_TYPES),
      price: fc.integer({ min: 1, max: 50_000 }),
      subsidy: fc.integer({ min: 0, max: 20_000 }),
    }),
    1_000,
  );
  const rows = await sql<
    { plan: PlanType; price: number; subsidy: number; discount: number; shares: number[] }[]
  >`
    select plan, price, subsidy, ticket_discount_cents(plan, price, subsidy) as discount,
      array[employer_share_cents(plan, price, subsidy), employee_contribution_cents(plan, price, subsidy)] as shares
    from unnest(${amounts.map(({ plan }) => plan)}::text[], ${amounts.map(({ price }) => price)}::int[],
      ${amounts.map(({ subsidy }) => subsidy)}::int[]) as a (plan, price, subsidy)`;
  assert.ok(rows.filter(({ shares }) => (shares[1] ?? 0) > 0).length > 100);
  for (const { plan, price, subsidy, discount, shares } of rows) {
    const [employerCents = 0, employeeCents = 0] = shares;
    const charge = { ...CHARGE, priceCents: price, discountCents: discount, employerCents, employeeCents };
    const { grossCents, netCents, vatCents } = figuresOf(charge);
    assert.equal(discount + employerCents + employeeCents, price);
    assert.equal(netCents + vatCents, grossCents);
    assert.equal(grossCents - employerCents, employeeCents);
    const isDiscounted = plan === 'fully-subsidized-plan' || subsidy * 4 >= price;
    assert.equal(discount, isDiscounted ? Math.floor((price * 5 + 50) / 100) : 0);
  }
});
