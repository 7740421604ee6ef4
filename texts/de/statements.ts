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
  fileName: { csv: 'kosten', payroll: 'lohn' },
};
