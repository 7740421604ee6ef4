import type { HrSystem } from '../hr-system.ts';

/** Of a scope configuration in Kombo. */
const SCOPE = 'Scopes: Employees';

export const rights: HrSystem['rights'] = {
  hrId: `${SCOPE}, employee_number`,
  firstName: `${SCOPE}, first_name`,
  lastName: `${SCOPE}, last_name`,
  email: `${SCOPE}, work_email`,
  dateOfBirth: `${SCOPE}, date_of_birth`,
  startDate: `${SCOPE}, start_date`,
  terminationDate: `${SCOPE}, termination_date`,
  personnelNumber: `${SCOPE}, employee_number`,
  costCentre: `${SCOPE}, groups`,
  department: `${SCOPE}, groups`,
  location: `${SCOPE}, work_location`,
  legalEntity: `${SCOPE}, legal_entity`,
  absences: 'Scopes: Absences and Absence types',
};
