import { TEXTS } from '../../../texts/catalogue.ts';
import type { Language } from '../../../texts/language.ts';
import { rowsInBatches } from '../../platform/db/batches.ts';
import type { ReadBatch } from '../../platform/db/types.ts';
import type { Cell } from '../../platform/files/csv.ts';
import type { CompanyRecord } from '../companies/companies-sql.ts';
import { fillNumbers } from './read-statement.ts';
import type { StatementFile } from './statement-file.ts';
import {
  selectKeys,
  selectTaxFreeLines,
  selectTaxFreeYearLines,
  type TaxFreeLine,
  type TaxFreeYearLine,
} from './tax-free-sql.ts';

type Column<Line> = readonly [heading: string, show: (line: Line) => Cell];

/** What the employer has added for each person's tickets, of the statement of a month. */
export function exportTaxFree(
  read: ReadBatch,
  company: CompanyRecord,
  { month, language }: { month: string; language: Language },
): StatementFile<TaxFreeLine> {
  const words = TEXTS[language].taxFree;
  const columns = monthColumns(company, month, language);
  return {
    fileName: `${words.fileName}-${month}`,
    ...tableOf(columns),
    batches: readTaxFree(read, company, month),
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

export function readTaxFree(
  read: ReadBatch,
  { id: companyId, taxFreeBasis: basis }: CompanyRecord,
  month: string,
): AsyncGenerator<TaxFreeLine[]> {
  return rowsInBatches(
    read,
    (sql) => selectKeys(sql, companyId, month),
    async (sql, keys) =>
      await fillNumbers(sql, companyId, await selectTaxFreeLines(sql, month, { companyId, basis, keys })),
  );
}

function tableOf<Line>(columns: readonly Column<Line>[]): Pick<StatementFile<Line>, 'headings' | 'toRow'> {
  return {
    headings: columns.map(([heading]) => heading),
    toRow: (line) => columns.map(([, show]) => show(line)),
  };
}

function monthColumns(company: CompanyRecord, booked: string, language: Language): Column<TaxFreeLine>[] {
  const { columns: words } = TEXTS[language].statements;
  const { taxFree } = TEXTS[language];
  const isCorrection = ({ month }: TaxFreeLine) => month.slice(0, 4) < booked.slice(0, 4);
  return [
    [words.month, ({ month }) => month],
    ...personColumns<TaxFreeLine>(language),
    [words.tickets, ({ tickets }) => tickets],
    [words.price, ({ priceCents }) => ({ cents: priceCents })],
    [words.discount, ({ discountCents }) => ({ cents: discountCents })],
    [words.employeeShare, ({ employeeCents }) => ({ cents: employeeCents })],
    [taxFree.amount, (line) => ({ cents: isCorrection(line) ? 0 : line.taxFreeCents })],
    [taxFree.correction, (line) => ({ cents: isCorrection(line) ? line.taxFreeCents : 0 })],
    [taxFree.correctedYear, (line) => (isCorrection(line) ? line.month.slice(0, 4) : null)],
    ...convertedColumns<TaxFreeLine>(company, language),
    [taxFree.receipts, ({ receipts }) => receipts.join(' ')],
    [words.costCentre, ({ costCentre }) => costCentre ?? company.costCentre],
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

type AnyLine = TaxFreeLine | TaxFreeYearLine;

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
  { deferredShares }: CompanyRecord,
  language: Language,
): Column<Line>[] {
  if (deferredShares === 'net') return [];
  return [[TEXTS[language].taxFree.converted, ({ deferredCents }) => ({ cents: deferredCents })]];
}
