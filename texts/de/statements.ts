import type { statements as en } from '../en/statements.ts';
import { vocabulary } from './vocabulary.ts';

export const statements: typeof en = {
  columns: {
    month: 'Monat',
    personnelNumber: vocabulary.personField.hrId,
    lastName: vocabulary.personField.lastName,
    firstName: vocabulary.personField.firstName,
    erased: 'gelöschte Person',
    plan: 'Tarif',
    tickets: 'Tickets',
    price: 'Preis',
    discount: 'Rabatt',
    employerShare: 'Arbeitgeberanteil',
    beyondSubsidy: 'davon über dem Zuschuss',
    employeeShare: 'Eigenanteil',
    withheld: 'vom Gehalt einzubehalten',
    costCentre: 'Kostenstelle',
    legalEntity: 'Gesellschaft',
    group: 'Gruppe',
  },
  breakdown: {
    by: { 'cost-centre': 'Kostenstelle', 'legal-entity': 'Gesellschaft', group: 'Gruppe' },
    none: {
      'cost-centre': 'ohne Kostenstelle',
      'legal-entity': 'ohne Gesellschaft',
      group: 'in keiner Gruppe',
    },
    fileName: {
      'cost-centre': 'nach-kostenstelle',
      'legal-entity': 'nach-gesellschaft',
      group: 'nach-gruppe',
    },
  },
  fileName: { csv: 'kosten', payroll: 'lohn' },
};
