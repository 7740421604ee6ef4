import type { SourceSurvey } from '../../api/routes.ts';

export type RosterField = keyof SourceSurvey['guesses'];

/** In the order in which the pages show them. */
export const ROSTER_FIELDS: readonly RosterField[] = [
  'hrId',
  'firstName',
  'lastName',
  'email',
  'dateOfBirth',
  'startDate',
  'terminationDate',
  'personnelNumber',
  'costCentre',
  'department',
  'location',
  'legalEntity',
];

const PAYROLL_FIELDS = ROSTER_FIELDS.slice(-5);

export const isPayroll = (field: RosterField | 'absences') => PAYROLL_FIELDS.some((known) => known === field);

/** A roster can do without it. */
export const isOptional = (field: RosterField) => field === 'terminationDate' || isPayroll(field);
