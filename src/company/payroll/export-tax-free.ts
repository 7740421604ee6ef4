import { TEXTS } from '../../../texts/catalogue.ts';
import type { Language } from '../../../texts/language.ts';
import type { ReadBatch } from '../../platform/db/types.ts';
import type { CompanyRecord } from '../companies/companies-sql.ts';
import { fillNumbers } from '../statements/read-statement.ts';
import {
  type Column,
  type StatementFile,
  type StatementTable,
  tableOf,
} from '../statements/statement-file.ts';
import { type PayrollLine, selectTaxFreeYearLines, type TaxFreeYearLine } from './payroll-lines-sql.ts';
import type { PayrollMonth } from './payroll-month.ts';
import type { PayrollSettings } from './payroll-settings.ts';
import { readPayrollLines } from './read-payroll-lines.ts';

/** What the employer has added for each person's tickets, of the files of a month. */
export function exportTaxFree(read: ReadBatch, of: PayrollMonth): StatementFile<PayrollLine> {
  return { ...taxFreeTable(of), batches: readPayrollLines(read, of) };
}

export function taxFreeTable({ month, settings }: PayrollMonth): StatementTable<PayrollLine> {
  return {
    fileName: `${TEXTS[settings.language].taxFree.fileName}-${month}`,
    ...tableOf(monthColumns(settings, month)),
  };
}

/** The sum of each person's year, for the wage certificate. */
export function exportTaxFreeYear(
  read: ReadBatch,
  company: CompanyRecord,
  { year, language }: { year: number; language: Language },
): StatementFile<TaxFreeYearLine> {
  return {
    fileName: `${TEXTS[language].taxFree.fileName}-${year}`,
    ...tableOf(yearColumns(company, year, language)),
    batches: readYear(read, company, year),
  };
}

/** At once: twelve charges of each person are added up faster in one pass than person by person. */
async function* readYear(
  read: ReadBatch,
  { id: companyId, taxFreeBasis: basis }: CompanyRecord,
  year: number,
): AsyncGenerator<TaxFreeYearLine[]> {
  yield await read(async (sql) =>
    fillNumbers(sql, companyId, await selectTaxFreeYearLines(sql, year, { companyId, basis })),
  );
}

/** Whether a line of the files of `booked` (YYYY-MM) corrects an earlier year. */
export function isOfEarlierYear({ month }: PayrollLine, booked: string): boolean {
  return month.slice(0, 4) < booked.slice(0, 4);
}

function monthColumns(settings: PayrollSettings, booked: string): Column<PayrollLine>[] {
  const { language } = settings;
  const { columns: words } = TEXTS[language].statements;
  const { taxFree } = TEXTS[language];
  const isCorrection = (line: PayrollLine) => isOfEarlierYear(line, booked);
  return [
    [words.month, ({ month }) => month],
    ...personColumns<PayrollLine>(language),
    [words.tickets, ({ tickets }) => tickets],
    [words.price, ({ priceCents }) => ({ cents: priceCents })],
    [words.discount, ({ discountCents }) => ({ cents: discountCents })],
    [words.employeeShare, ({ employeeCents }) => ({ cents: employeeCents })],
    [taxFree.amount, (line) => ({ cents: isCorrection(line) ? 0 : line.taxFreeCents })],
    [taxFree.correction, (line) => ({ cents: isCorrection(line) ? line.taxFreeCents : 0 })],
    [taxFree.correctedYear, (line) => (isCorrection(line) ? line.month.slice(0, 4) : null)],
    ...convertedColumns<PayrollLine>(settings, language),
    [taxFree.receipts, ({ receipts }) => receipts.join(' ')],
    [words.costCentre, ({ costCentre }) => costCentre ?? settings.costCentre],
    [words.legalEntity, ({ legalEntity }) => legalEntity],
  ];
}

function yearColumns(company: CompanyRecord, year: number, language: Language): Column<TaxFreeYearLine>[] {
  const { columns: words } = TEXTS[language].statements;
  const { taxFree } = TEXTS[language];
  return [
    [taxFree.year, () => year],
    ...personColumns<TaxFreeYearLine>(language),
    [words.tickets, ({ tickets }) => tickets],
    [words.employeeShare, ({ employeeCents }) => ({ cents: employeeCents })],
    [taxFree.amount, ({ taxFreeCents }) => ({ cents: taxFreeCents })],
    [taxFree.bookedLater, ({ bookedLaterCents }) => ({ cents: bookedLaterCents })],
    ...convertedColumns<TaxFreeYearLine>(company, language),
    [taxFree.receipts, ({ receipts }) => receipts.join(' ')],
    [words.legalEntity, ({ legalEntity }) => legalEntity],
  ];
}

type AnyLine = PayrollLine | TaxFreeYearLine;

function personColumns<Line extends AnyLine>(language: Language): Column<Line>[] {
  const { columns: words } = TEXTS[language].statements;
  return [
    [words.personnelNumber, ({ personnelNumber }) => personnelNumber],
    [words.lastName, ({ lastName }) => lastName ?? words.erased],
    [words.firstName, ({ firstName }) => firstName],
  ];
}

/** A net deduction is no wage of its own, so only converted shares are listed. */
function convertedColumns<Line extends AnyLine>(
  { deferredShares }: Pick<CompanyRecord, 'deferredShares'>,
  language: Language,
): Column<Line>[] {
  if (deferredShares === 'net') return [];
  return [[TEXTS[language].taxFree.converted, ({ deferredCents }) => ({ cents: deferredCents })]];
}
