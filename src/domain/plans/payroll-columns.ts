/** The columns that a payroll file can have. */
export const PAYROLL_COLUMNS = [
  'personnel-number',
  'wage-type',
  'amount',
  'month',
  'last-name',
  'first-name',
  'cost-centre',
  'legal-entity',
] as const;
export type PayrollColumn = (typeof PAYROLL_COLUMNS)[number];
