import type { Language } from '../../../texts/language.ts';
import type { PayrollColumn } from '../../domain/plans/payroll-columns.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';

interface Words {
  plan: Record<PlanType, string>;
  month: string;
  personnelNumber: string;
  lastName: string;
  firstName: string;
  erased: string;
  planHeading: string;
  tickets: string;
  price: string;
  discount: string;
  employerShare: string;
  beyondSubsidy: string;
  employeeShare: string;
  withheld: string;
  costCentre: string;
  payroll: Record<PayrollColumn, string>;
}

/** The words of exported statements: those that the portal shows (`test/pure/portal/costs-words.test.ts`). */
export const WORDS: Record<Language, Words> = {
  de: {
    plan: {
      'fully-subsidized-plan': 'Arbeitgeber zahlt alles',
      'split-pay-plan': 'Zuschuss, Eigenanteil direkt bezahlt',
      'deferred-plan': 'Zuschuss, Eigenanteil vom Gehalt',
    },
    month: 'Monat',
    personnelNumber: 'Personalnummer',
    lastName: 'Nachname',
    firstName: 'Vorname',
    erased: 'gelöschte Person',
    planHeading: 'Tarif',
    tickets: 'Tickets',
    price: 'Preis',
    discount: 'Rabatt',
    employerShare: 'Arbeitgeberanteil',
    beyondSubsidy: 'davon über dem Zuschuss',
    employeeShare: 'Eigenanteil',
    withheld: 'vom Gehalt einzubehalten',
    costCentre: 'Kostenstelle',
    payroll: {
      'personnel-number': 'Personalnummer',
      'wage-type': 'Lohnart',
      amount: 'Betrag',
      month: 'Monat',
      'last-name': 'Nachname',
      'first-name': 'Vorname',
      'cost-centre': 'Kostenstelle',
    },
  },
  en: {
    plan: {
      'fully-subsidized-plan': 'Fully paid by the company',
      'split-pay-plan': 'Shared, paid directly',
      'deferred-plan': 'Shared, from the salary',
    },
    month: 'Month',
    personnelNumber: 'Personnel number',
    lastName: 'Last name',
    firstName: 'First name',
    erased: 'erased person',
    planHeading: 'Plan',
    tickets: 'Tickets',
    price: 'Price',
    discount: 'Discount',
    employerShare: 'Employer’s share',
    beyondSubsidy: 'beyond the subsidy',
    employeeShare: 'Employee’s share',
    withheld: 'to be withheld from salary',
    costCentre: 'Cost centre',
    payroll: {
      'personnel-number': 'Personnel number',
      'wage-type': 'Wage type',
      amount: 'Amount',
      month: 'Month',
      'last-name': 'Last name',
      'first-name': 'First name',
      'cost-centre': 'Cost centre',
    },
  },
};
