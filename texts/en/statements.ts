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
  /** Costs by a field of payroll. */
  breakdown: {
    by: { 'cost-centre': 'Cost centre', 'legal-entity': 'Legal entity', group: 'Group' },
    none: { 'cost-centre': 'no cost centre', 'legal-entity': 'no legal entity', group: 'in no group' },
    fileName: { 'cost-centre': 'by-cost-centre', 'legal-entity': 'by-legal-entity', group: 'by-group' },
  },
  /** The names of the files. */
  fileName: { csv: 'costs', payroll: 'payroll' },
};
