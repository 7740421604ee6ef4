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
];

/** A roster can do without it. */
export const isOptional = (field: RosterField) => field === 'terminationDate';
