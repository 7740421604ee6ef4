import { PAYROLL_FIELDS, type PayrollField } from '../../domain/person/payroll-fields.ts';

/** The fields that every source is asked about, by their names in the API. Absences are separate. */
export const ESSENTIAL_FIELDS = [
  'hrId',
  'firstName',
  'lastName',
  'email',
  'dateOfBirth',
  'startDate',
  'terminationDate',
] as const;
type EssentialField = (typeof ESSENTIAL_FIELDS)[number];

/** The fields of a roster that a system fills. */
export const PULLED_FIELDS = [...ESSENTIAL_FIELDS, ...PAYROLL_FIELDS] as const;
export type PulledField = (typeof PULLED_FIELDS)[number];

/** By field. Mappings from before the payroll fields were known do not have them. */
export type MappedFields<Value> = Record<EssentialField, Value> & Partial<Record<PayrollField, Value>>;

export const isPayroll = (field: PulledField | 'absences'): field is PayrollField =>
  PAYROLL_FIELDS.some((known) => known === field);

/** A roster can do without it. */
export const isOptional = (field: PulledField) => field === 'terminationDate' || isPayroll(field);
