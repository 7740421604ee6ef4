import type { HrSystem } from '../hr-system.ts';

/** Of the permission group of the service user. Leavers need "Access data for" people who are not employed any more. */
const VIEW = "People's data, view";

export const STATUS_RIGHT = `${VIEW}: Lifecycle`;

export const rights: HrSystem['rights'] = {
  hrId: `${VIEW}: Basic info, or the category of the personnel number`,
  firstName: `${VIEW}: Basic info`,
  lastName: `${VIEW}: Basic info`,
  email: `${VIEW}: Basic info`,
  dateOfBirth: `${VIEW}: Personal`,
  startDate: `${VIEW}: Work`,
  terminationDate: `${VIEW}: Lifecycle`,
  personnelNumber: `${VIEW}: Work`,
  costCentre: `${VIEW}: the category of the cost center`,
  department: `${VIEW}: Work`,
  location: `${VIEW}: Work`,
  legalEntity: `${VIEW}: the category of the legal entity`,
  absences: 'Time off, view: requests and policy types',
};
