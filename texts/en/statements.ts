import { vocabulary } from './vocabulary.ts';

/** The columns of statements, on the page and in the files. */
export const statements = {
  columns: {
    month: 'Month',
    personnelNumber: vocabulary.personField.hrId,
    lastName: vocabulary.personField.lastName,
    firstName: vocabulary.personField.firstName,
    erased: 'erased person',
    plan: 'Plan',
    tickets: 'Tickets',
    price: 'Price',
    discount: 'Discount',
    employerShare: 'Employer’s share',
    beyondSubsidy: 'beyond the subsidy',
    employeeShare: 'Employee’s share',
    withheld: 'to be withheld from salary',
    costCentre: 'Cost centre',
    legalEntity: 'Legal entity',
    group: 'Group',
  },
  /** The names of the files. */
  fileName: { csv: 'costs', payroll: 'payroll' },
};
