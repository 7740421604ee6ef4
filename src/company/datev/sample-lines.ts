import type { DatevClient } from '../payroll/datev-clients-sql.ts';
import type { PayrollLine } from '../payroll/payroll-lines-sql.ts';

/** Example people of each client: a share withheld, a full subsidy, a refund. */
export function sampleLines(month: string, clients: readonly DatevClient[]): PayrollLine[] {
  return clients.flatMap(({ legalEntity }) =>
    EXAMPLES.map(([personnelNumber, deferredCents, taxFreeCents], index) => ({
      key: index + 1,
      employeeId: null,
      firstName: 'Muster',
      lastName: personnelNumber,
      personnelNumber,
      legalEntity: legalEntity || null,
      costCentre: null,
      month,
      isCorrection: false,
      tickets: Math.sign(taxFreeCents),
      priceCents: 0,
      discountCents: 0,
      employeeCents: deferredCents,
      taxFreeCents,
      deferredCents,
      receipts: [],
    })),
  );
}

const EXAMPLES: readonly (readonly [personnelNumber: string, deferredCents: number, taxFreeCents: number])[] =
  [
    ['99901', 3_485, 2_500],
    ['99902', 0, 5_985],
    ['99903', -3_485, -2_500],
  ];
