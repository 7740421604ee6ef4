import type { Language } from '../../../texts/language.ts';
import { DATEV_FORMATS } from '../../domain/plans/datev-formats.ts';
import type { CompanyRecord } from '../companies/companies-sql.ts';
import type { DatevClient } from './datev-clients-sql.ts';

/** The files that are handed over to payroll. */
export const PAYROLL_FORMATS = ['payroll', 'tax-free', ...DATEV_FORMATS] as const;
export type PayrollFormat = (typeof PAYROLL_FORMATS)[number];

/** What the files of a month are written with. */
export interface PayrollSettings
  extends Pick<
    CompanyRecord,
    'costCentre' | 'wageType' | 'payrollColumns' | 'taxFreeBasis' | 'deferredShares'
  > {
  language: Language;
  datev: DatevClient[];
}
