import type { HrSystem } from '../hr-system.ts';

/** A key sees what its user sees: the user's access level decides, in BambooHR's settings. */
const LEVEL = 'Access Levels: view';

export const STATUS_RIGHT = `${LEVEL} Status`;

export const rights: HrSystem['rights'] = {
  hrId: `${LEVEL} Employee ID`,
  firstName: `${LEVEL} First Name`,
  lastName: `${LEVEL} Last Name`,
  email: `${LEVEL} Work Email`,
  dateOfBirth: `${LEVEL} Birth Date`,
  startDate: `${LEVEL} Hire Date`,
  terminationDate: `${LEVEL} Termination Date`,
  personnelNumber: `${LEVEL} Employee #`,
  costCentre: `${LEVEL} the field of the cost center`,
  department: `${LEVEL} Department`,
  location: `${LEVEL} Location`,
  legalEntity: `${LEVEL} the field of the legal entity`,
  absences: `${LEVEL} Time Off`,
};
