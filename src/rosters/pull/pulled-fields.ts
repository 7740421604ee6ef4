/** The fields of a roster that a system fills, by their names in the API. Absences are separate. */
export const PULLED_FIELDS = [
  'hrId',
  'firstName',
  'lastName',
  'email',
  'dateOfBirth',
  'startDate',
  'terminationDate',
] as const;
export type PulledField = (typeof PULLED_FIELDS)[number];
