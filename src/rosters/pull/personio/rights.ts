import type { HrSystem } from '../hr-system.ts';

/** Of API credentials in Personio's settings. */
const ATTRIBUTES = 'Readable employee attributes';

export const STATUS_RIGHT = `${ATTRIBUTES}: Status`;

export const rights: HrSystem['rights'] = {
  hrId: `${ATTRIBUTES}: ID, or the attribute of the personnel number`,
  firstName: `${ATTRIBUTES}: First name`,
  lastName: `${ATTRIBUTES}: Last name`,
  email: `${ATTRIBUTES}: Email`,
  dateOfBirth: `${ATTRIBUTES}: Date of birth`,
  startDate: `${ATTRIBUTES}: Hire date`,
  terminationDate: `${ATTRIBUTES}: Termination date`,
  personnelNumber: `${ATTRIBUTES}: the attribute of the personnel number`,
  costCentre: `${ATTRIBUTES}: Cost center`,
  department: `${ATTRIBUTES}: Department`,
  location: `${ATTRIBUTES}: Office`,
  legalEntity: `${ATTRIBUTES}: Subcompany`,
  absences: 'Absences: Read',
};
