import type { Language } from '../../../texts/language.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { selectCompany } from '../companies/companies-sql.ts';
import { selectDatevClients } from './datev-clients-sql.ts';
import { selectHandover } from './handovers-sql.ts';
import { selectUnnumbered, type Unnumbered } from './payroll-lines-sql.ts';
import type { PayrollFormat, PayrollSettings } from './payroll-settings.ts';

/** A month with everything that decides about the bytes of its files. */
export interface PayrollMonth {
  companyId: number;
  /** YYYY-MM */
  month: string;
  settings: PayrollSettings;
  /** Whether names and numbers are those of the handover, instead of those of now. */
  isFrozen: boolean;
}

/**
 * A file that was handed over is written as it was then, in the language of then. A file that could not be written then, because
 * DATEV was not set up, follows the settings of now.
 */
export async function readPayrollMonth(
  sql: Sql,
  companyId: number,
  { month, format, language }: { month: string; format: PayrollFormat; language: Language },
): Promise<PayrollMonth> {
  const handover = await selectHandover(sql, companyId, month);
  if (handover?.digests[format] !== undefined)
    return { companyId, month, settings: handover.settings, isFrozen: true };
  return await readMonthNow(sql, companyId, { month, language });
}

/** Under the settings of now, whether or not it was handed over. */
export async function readMonthNow(
  sql: Sql,
  companyId: number,
  { month, language }: { month: string; language: Language },
): Promise<PayrollMonth> {
  return { companyId, month, settings: await settingsNow(sql, companyId, language), isFrozen: false };
}

/** The lines of the payroll file without a personnel number: payroll cannot book them. */
export async function readUnnumbered(sql: Sql, companyId: number, month: string): Promise<Unnumbered> {
  const handover = await selectHandover(sql, companyId, month);
  return await selectUnnumbered(sql, { companyId, month, isFrozen: handover !== undefined });
}

async function settingsNow(sql: Sql, companyId: number, language: Language): Promise<PayrollSettings> {
  const company = await selectCompany(sql, companyId);
  if (!company) throw notFound();
  const { costCentre, wageType, payrollColumns, taxFreeBasis, deferredShares } = company;
  const datev = await selectDatevClients(sql, companyId);
  return { costCentre, wageType, payrollColumns, taxFreeBasis, deferredShares, language, datev };
}
