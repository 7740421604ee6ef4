import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { figuresOf, type Receipt, splitVat } from '../../../src/documents/receipt.ts';
import { createTestDatabase } from '../support/test-database.ts';

const { sql } = await createTestDatabase();

const RECEIPT: Receipt = {
  number: 1,
  month: '2026-11',
  companyName: 'Beispiel GmbH',
  firstName: 'Ada',
  lastName: 'Beispiel',
  locale: 'de-DE',
  validFrom: '2026-11-01',
  validUntil: '2026-11-30',
  planType: 'split-pay-plan',
  priceCents: 6300,
  subsidyCents: 2500,
  contributionCents: 3485,
};

test('the amounts of the standard ticket', () => {
  assert.deepEqual(figuresOf(RECEIPT), {
    priceCents: 6300,
    discountCents: 315,
    grossCents: 5985,
    netCents: 5593,
    vatCents: 392,
    subsidyCents: 2500,
    contributionCents: 3485,
  });
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

test('all amounts add up for any price and subsidy', async () => {
  const amounts = fc.sample(
    fc.record({ price: fc.integer({ min: 1, max: 50_000 }), subsidy: fc.integer({ min: 0, max: 20_000 }) }),
    500,
  );
  const rows = await sql<{ priceCents: number; subsidyCents: number; contributionCents: number }[]>`
    select price as "priceCents", subsidy as "subsidyCents",
      employee_contribution_cents('split-pay-plan', price, subsidy) as "contributionCents"
    from unnest(${amounts.map(({ price }) => price)}::int[],
      ${amounts.map(({ subsidy }) => subsidy)}::int[]) as a (price, subsidy)`;
  const contributing = rows.filter(({ contributionCents }) => contributionCents > 0);
  assert.ok(contributing.length > 100);
  for (const row of contributing) {
    const figures = figuresOf({ ...RECEIPT, ...row });
    const { priceCents, discountCents, grossCents, netCents, vatCents } = figures;
    assert.equal(priceCents - discountCents, grossCents);
    assert.equal(netCents + vatCents, grossCents);
    assert.equal(grossCents - figures.subsidyCents, figures.contributionCents);
    const isDiscounted = figures.subsidyCents * 4 >= priceCents;
    assert.equal(discountCents, isDiscounted ? Math.floor((priceCents * 5 + 50) / 100) : 0);
  }
});
