import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatEuros } from '../../../../texts/format.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

async function contribution(plan: string, price: number, subsidy: number): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    select employee_contribution_cents(${plan}, ${price}, ${subsidy}) as cents`;
  return row?.cents ?? Number.NaN;
}

describe('the contribution of an employee', () => {
  const cases: [string, number, number, number, string][] = [
    ['fully-subsidized-plan', 6300, 0, 0, 'the employer pays all'],
    ['split-pay-plan', 6300, 0, 6300, 'without a subsidy there is no discount'],
    ['split-pay-plan', 6300, 1574, 4726, 'just below a quarter there is no discount'],
    ['split-pay-plan', 6300, 1575, 4410, 'from a quarter on, five percent are taken off'],
    ['deferred-plan', 5800, 1450, 4060, 'a deferred plan is reckoned the same way'],
    ['split-pay-plan', 6300, 6300, 0, 'never less than nothing'],
  ];
  for (const [plan, price, subsidy, expected, why] of cases)
    it(`${why}: ${plan}, ${price} with ${subsidy}`, async () => {
      assert.equal(await contribution(plan, price, subsidy), expected);
    });

  it('never rises with a higher subsidy', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(7000), fc.nat(7000), async (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        assert(
          (await contribution('split-pay-plan', 6300, more)) <=
            (await contribution('split-pay-plan', 6300, less)),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('the price of a ticket', () => {
  for (const [day, cents] of [
    ['2023-05-01', 4900],
    ['2024-12-31', 4900],
    ['2025-01-01', 5800],
    ['2025-12-31', 5800],
    ['2026-01-01', 6300],
    ['2020-01-01', 4900],
  ] as const)
    it(`on ${day} is ${cents} cents`, async () => {
      const [row] = await sql`select ticket_price_cents(${day}::date) as cents`;
      assert.equal(row?.['cents'], cents);
    });
});

describe('amounts as text', () => {
  it('are formatted for the locale', () => {
    assert.equal(formatEuros(1250, 'de-DE'), '12,50\u00a0€');
    assert.equal(formatEuros(1250, 'en-GB'), '€12.50');
    assert.equal(formatEuros(0, 'de-DE'), '0,00\u00a0€');
  });
});
