import type { PlanType } from '../plans/plan-types.ts';

/** What is frozen in a receipt when its ticket is issued (`insertTickets` in tickets/sql.ts writes it). */
export interface Receipt {
  /** Without gaps within a company. */
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
  /** Of one ticket, tax included, before the discount. */
  priceCents: number;
  subsidyCents: number;
  contributionCents: number;
}

const VAT_PERCENT = 7;

/** The tax contained in an amount, to the cent. Never a tie: seven 107ths of a whole number do not end in a half. */
export function splitVat(grossCents: number): { netCents: number; vatCents: number } {
  const vatCents = Math.round((grossCents * VAT_PERCENT) / (100 + VAT_PERCENT));
  return { netCents: grossCents - vatCents, vatCents };
}

export interface ReceiptFigures {
  priceCents: number;
  discountCents: number;
  /** What the ticket cost after the discount: employer and employee pay it together. */
  grossCents: number;
  netCents: number;
  vatCents: number;
  subsidyCents: number;
  contributionCents: number;
}

/** There is a receipt only where the employee contributes; then the discount is what neither of the two pays. */
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
