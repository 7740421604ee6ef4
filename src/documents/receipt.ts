import type { PlanType } from '../plans/plan-types.ts';

/** The data of a receipt, frozen when its ticket is issued (`insertTickets` in tickets/sql.ts writes it). */
export interface Receipt {
  /** Numbered without gaps within a company. */
  number: number;
  /** YYYY-MM */
  month: string;
  companyName: string;
  firstName: string;
  lastName: string;
  locale: string;
  validFrom: string;
  validUntil: string;
  planType: PlanType;
  /** The price of one ticket with tax, before the discount. */
  priceCents: number;
  subsidyCents: number;
  contributionCents: number;
}

const VAT_PERCENT = 7;

/**
 * Returns the tax contained in an amount, in cents. Rounding is never a tie: 7/107 of an integer never ends
 * in one half.
 */
export function splitVat(grossCents: number): { netCents: number; vatCents: number } {
  const vatCents = Math.round((grossCents * VAT_PERCENT) / (100 + VAT_PERCENT));
  return { netCents: grossCents - vatCents, vatCents };
}

export interface ReceiptFigures {
  priceCents: number;
  discountCents: number;
  /** The price after the discount, which employer and employee pay together. */
  grossCents: number;
  netCents: number;
  vatCents: number;
  subsidyCents: number;
  contributionCents: number;
}

/** Receipts exist only where the employee contributes. The discount is the part that neither side pays. */
export function figuresOf({ priceCents, subsidyCents, contributionCents }: Receipt): ReceiptFigures {
  const grossCents = subsidyCents + contributionCents;
  return {
    priceCents,
    discountCents: priceCents - grossCents,
    grossCents,
    ...splitVat(grossCents),
    subsidyCents,
    contributionCents,
  };
}
