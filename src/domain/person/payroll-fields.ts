/**
 * What payroll knows a person by, with the names of the API. Rosters may list it, and it can be entered for people who were added
 * by hand. It is stored together in one column `payroll`: an object with the fields that have a value, or null without any.
 */
export const PAYROLL_FIELDS = [
  'personnelNumber',
  'costCentre',
  'department',
  'location',
  'legalEntity',
] as const;
export type PayrollField = (typeof PAYROLL_FIELDS)[number];

/** The fields that have a value. */
export type Payroll = Partial<Record<PayrollField, string>>;

/** In UTF-16 code units, of each field. */
export const MAX_PAYROLL_TEXT_LENGTH = 100;
