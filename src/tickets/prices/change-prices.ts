import { recordOperatorChange } from '../../domain/audit/record-change.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import {
  type CompanyEffect,
  deletePrice,
  type Price,
  raiseVersion,
  selectEffects,
  selectFirstOpenMonth,
  selectPrices,
  upsertPrice,
} from './prices-sql.ts';

/** A price from a month on, or null to remove the price that begins in that month. */
export interface PriceChange {
  from: string;
  cents: number | null;
}

export interface PriceEffect {
  from: string;
  /** The price of that month before and after the change. */
  beforeCents: number;
  afterCents: number;
  companies: CompanyEffect[];
}

const MAX_CENTS = 1_000_000;

/** Computes the effect of a price change without making it. */
export async function previewPriceChange(sql: Sql, change: PriceChange): Promise<PriceEffect> {
  const { before, after } = await requirePossible(sql, change);
  const { from } = change;
  const companies = before === after ? [] : await selectEffects(sql, { from, before, after });
  return { from, beforeCents: before, afterCents: after, companies };
}

/** Changes the price of months that have not begun. A job then makes the offers that follow from it. */
export async function changePrices(tx: Transaction, change: PriceChange): Promise<void> {
  await raiseVersion(tx);
  const { before, after } = await requirePossible(tx, change);
  const { from, cents } = change;
  if (cents === null) await deletePrice(tx, from);
  else await upsertPrice(tx, { from, cents });
  await recordOperatorChange(tx, {
    action: cents === null ? 'price-removed' : 'price-set',
    details: { from, beforeCents: before, afterCents: after },
  });
}

/** Returns the prices of the month before and after the change. */
async function requirePossible(
  sql: Sql,
  { from, cents }: PriceChange,
): Promise<{ before: number; after: number }> {
  const open = await selectFirstOpenMonth(sql);
  if (from < open.month) throw begun(open);
  const prices = await selectPrices(sql);
  const existing = prices.find((price) => price.from === from);
  const before = priceIn(prices, from);
  if (cents === null) {
    if (!existing) throw new AppError('not-found', `No price begins in ${from}.`);
    return {
      before,
      after: priceIn(
        prices.filter((price) => price !== existing),
        from,
      ),
    };
  }
  if (cents < 1 || cents > MAX_CENTS)
    throw new AppError('invalid-values', `A price is 1 to ${MAX_CENTS} cents.`);
  if (existing?.cents === cents)
    throw new AppError('conflict', `The price from ${from} is ${cents} cents already.`);
  return { before, after: cents };
}

function begun({ month, companyId }: { month: string; companyId: number | null }): AppError {
  const reason = companyId === null ? '' : `: in company ${companyId} the month before it has begun`;
  return new AppError('conflict', `Only prices from ${month} on can be changed${reason}.`);
}

/** As the function ticket_price_cents: before the first price, the first price counts. */
function priceIn(prices: readonly Price[], month: string): number {
  const price = prices.findLast(({ from }) => from <= month) ?? prices[0];
  if (!price) throw new AppError('conflict', 'The last price cannot be removed.');
  return price.cents;
}
