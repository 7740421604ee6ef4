import { TEXTS } from '../../../texts/catalogue.ts';
import type { Language } from '../../../texts/language.ts';
import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { DatevFormat } from '../../domain/plans/datev-formats.ts';
import type { PayrollColumn } from '../../domain/plans/payroll-columns.ts';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import type { Cell } from '../../platform/files/csv.ts';
import type { CompanyRecord } from '../companies/companies-sql.ts';
import { readLines, type StatementLine } from './read-statement.ts';
import type { StatementFile } from './statement-file.ts';

/**
 * `csv`: a line for each person and plan. `payroll`: what payroll withholds, in the columns of the settings. `tax-free`: what the
 * employer has added.
 */
export const STATEMENT_FORMATS = ['csv', 'payroll', 'tax-free'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

interface Export {
  month: string;
  format: Exclude<StatementFormat, 'tax-free'>;
  language: Language;
}

/** Records that a statement leaves the service: it names people and their amounts. */
export async function recordStatementExport(
  sql: Sql,
  companyId: number,
  actor: Actor,
  of: { month: string; format: StatementFormat | DatevFormat } | { year: number; format: 'tax-free-year' },
): Promise<void> {
  await recordChange(sql, companyId, {
    actor,
    action: 'statement-exported',
    subject: { type: 'company', id: companyId },
    details: { ...of },
  });
}

export function exportStatement(
  read: ReadBatch,
  company: CompanyRecord,
  { month, format, language }: Export,
): StatementFile<StatementLine> {
  const columns =
    format === 'payroll' ? payrollColumns(company, month, language) : allColumns(company, month, language);
  return {
    fileName: `${TEXTS[language].statements.fileName[format]}-${month}`,
    headings: columns.map(([heading]) => heading),
    batches: readLines(read, company.id, month, { withheldOnly: format === 'payroll' }),
    toRow: (line) => columns.map(([, show]) => show(line)),
  };
}

type Column = readonly [heading: string, show: (line: StatementLine) => Cell];

function allColumns(company: CompanyRecord, month: string, language: Language): Column[] {
  const { statements, vocabulary } = TEXTS[language];
  const words = statements.columns;
  return [
    [words.month, () => month],
    [words.personnelNumber, ({ personnelNumber }) => personnelNumber],
    [words.lastName, ({ lastName }) => lastName ?? words.erased],
    [words.firstName, ({ firstName }) => firstName],
    [words.plan, ({ planType }) => vocabulary.plan[planType]],
    [words.tickets, ({ tickets }) => tickets],
    [words.price, ({ priceCents }) => ({ cents: priceCents })],
    [words.discount, ({ discountCents }) => ({ cents: discountCents })],
    [words.employerShare, ({ employerCents }) => ({ cents: employerCents })],
    [words.beyondSubsidy, ({ beyondSubsidyCents }) => ({ cents: beyondSubsidyCents })],
    [words.employeeShare, ({ employeeCents }) => ({ cents: employeeCents })],
    [words.withheld, ({ withheldCents }) => ({ cents: withheldCents })],
    [words.costCentre, ({ costCentre }) => costCentre ?? company.costCentre],
    [words.legalEntity, ({ legalEntity }) => legalEntity],
    [words.group, ({ group }) => group],
  ];
}

function payrollColumns(company: CompanyRecord, month: string, language: Language): Column[] {
  const shows: Record<PayrollColumn, Column[1]> = {
    'personnel-number': ({ personnelNumber }) => personnelNumber,
    'wage-type': () => company.wageType,
    amount: ({ withheldCents }) => ({ cents: withheldCents }),
    month: () => month,
    'last-name': ({ lastName }) => lastName,
    'first-name': ({ firstName }) => firstName,
    'cost-centre': ({ costCentre }) => costCentre ?? company.costCentre,
    'legal-entity': ({ legalEntity }) => legalEntity,
  };
  return company.payrollColumns.map((name) => [TEXTS[language].vocabulary.payrollColumn[name], shows[name]]);
}
