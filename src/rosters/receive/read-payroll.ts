import { PAYROLL_FIELDS, type Payroll } from '../../domain/person/payroll-fields.ts';
import { MAX_LENGTHS } from './entry.ts';
import type { RosterLocation } from './validation-errors.ts';
import { type Fields, requiredName } from './values.ts';

/** Null if the entry has none of the fields, as those of most rosters. */
export function readPayroll(given: Fields, location: RosterLocation): Payroll | null {
  let payroll: Payroll | null = null;
  for (const field of PAYROLL_FIELDS) {
    const value = readText(given[field], location, field);
    if (value === null) continue;
    payroll ??= {};
    payroll[field] = value;
  }
  return payroll;
}

/** HR systems write numbers and cost centres as numbers too. JSON must represent them exactly. */
function readText(value: unknown, location: RosterLocation, field: string): string | null {
  if (value === undefined || value === null) return null;
  if (Number.isSafeInteger(value)) return String(value);
  return requiredName(value, MAX_LENGTHS.payroll, location, field);
}
