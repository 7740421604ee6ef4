import type { Body } from '../../api/client.ts';
import type { Company } from '../../api/routes.ts';

/** Of the company page. Those of payroll and of the employees' page have pages of their own. */
export type CompanySettings = Required<
  Omit<
    Body<'PATCH /company'>,
    | 'taxFreeBasis'
    | 'deferredShares'
    | 'payrollDay'
    | 'employeeActions'
    | 'joinLink'
    | 'joinStrangers'
    | 'contact'
    | 'privacyNote'
  >
>;

export const SETTINGS = [
  'name',
  'locale',
  'timeZone',
  'defaultPlanType',
  'autoEnrol',
  'subsidyCents',
  'orderUntilDay',
  'cancelUntilDay',
  'pauseUntilDay',
  'mailEmployees',
  'retentionMonths',
  'legalName',
  'address',
  'taxNumber',
  'costCentre',
  'wageType',
  'payrollColumns',
] as const satisfies readonly (keyof CompanySettings)[];

export function settingsOf(company: Company): CompanySettings {
  const { name, locale, timeZone, defaultPlanType, autoEnrol, subsidyCents, retentionMonths } = company;
  const { orderUntilDay, cancelUntilDay, pauseUntilDay, mailEmployees } = company;
  const { legalName, address, taxNumber, costCentre, wageType, payrollColumns } = company;
  return {
    name,
    locale,
    timeZone,
    defaultPlanType,
    autoEnrol,
    subsidyCents,
    orderUntilDay,
    cancelUntilDay,
    pauseUntilDay,
    mailEmployees,
    retentionMonths,
    legalName,
    address,
    taxNumber,
    costCentre,
    wageType,
    payrollColumns,
  };
}

/** The limits that the service has, so that a wrong value is explained beside its field. */
export const MAX_SUBSIDY_CENTS = 1_000_000;
export const MAX_RETENTION_MONTHS = 1200;

/** Reads "12,50" and "12.50" as 1250 cents. Undefined for a text that is not an amount. */
export function readEuros(text: string): number | undefined {
  const match = /^\s*(\d{1,6})(?:[.,](\d{1,2}))?(?:\s*€)?\s*$/.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

export function showEuros(cents: number, locale: string): string {
  return (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2, useGrouping: false });
}
