import type { PlanType } from '../../domain/plans/plan-types.ts';

/** A receipt: its own data, frozen when it was issued, and the charge whose amounts it shows. */
export interface Receipt {
  /** Numbered without gaps within a company. */
  number: number;
  /** The legal name if it was entered, else the display name. */
  companyName: string;
  /** Missing if it was not entered when the receipt was issued. */
  address?: string;
  taxNumber?: string;
  /** Missing if the person had no number in an HR system, or was erased. */
  personnelNumber?: string;
  firstName: string;
  lastName: string;
  locale: string;
  validFrom: string;
  validUntil: string;
  charge: ReceiptCharge;
}

/** The amounts of a refund are negative. */
export interface ReceiptCharge {
  /** YYYY-MM */
  month: string;
  planType: PlanType;
  /** The price of one ticket with tax, before the discount. */
  priceCents: number;
  discountCents: number;
  employerCents: number;
  employeeCents: number;
  /** For a refund: the number of the receipt that it reverses. */
  reversedNumber: number | null;
}

/** A receipt number as people see it. */
export function shownNumber(number: number): string {
  return String(number).padStart(6, '0');
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
  /** The price after the discount, which employer and employee pay together. */
  grossCents: number;
  netCents: number;
  vatCents: number;
}

export function figuresOf({ priceCents, discountCents }: ReceiptCharge): ReceiptFigures {
  const grossCents = priceCents - discountCents;
  return { grossCents, ...splitVat(grossCents) };
}
