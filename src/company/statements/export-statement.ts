import { TEXTS } from '../../../texts/catalogue.ts';
import type { Language } from '../../../texts/language.ts';
import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { DatevFormat } from '../../domain/plans/datev-formats.ts';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import type { CompanyRecord } from '../companies/companies-sql.ts';
import type { BreakdownField } from './breakdown-sql.ts';
import { readLines, type StatementLine } from './read-statement.ts';
import { type Column, type StatementFile, sumColumns, tableOf } from './statement-file.ts';

/**
 * `csv`: a line for each person and plan. `payroll`: what payroll withholds, in the columns of the settings. `tax-free`: what the
 * employer has added.
 */
export const STATEMENT_FORMATS = ['csv', 'payroll', 'tax-free'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** Records that a statement leaves the service: it names people and their amounts. */
export async function recordStatementExport(
  sql: Sql,
  companyId: number,
  actor: Actor,
  of:
    | { month: string; format: StatementFormat | DatevFormat; by?: BreakdownField }
    | { year: number; format: 'tax-free-year' },
): Promise<void> {
  await recordChange(sql, companyId, {
    actor,
    action: 'statement-exported',
    subject: { type: 'company', id: companyId },
    details: { ...of },
  });
}

/** A line for each person and plan. */
export function exportStatement(
  read: ReadBatch,
  company: CompanyRecord,
  { month, language }: { month: string; language: Language },
): StatementFile<StatementLine> {
  return {
    fileName: `${TEXTS[language].statements.fileName.csv}-${month}`,
    ...tableOf(columnsOf(company, month, language)),
    batches: readLines(read, company.id, month),
  };
}

function columnsOf(company: CompanyRecord, month: string, language: Language): Column<StatementLine>[] {
  const { statements, vocabulary } = TEXTS[language];
  const words = statements.columns;
  return [
    [words.month, () => month],
    [words.personnelNumber, ({ personnelNumber }) => personnelNumber],
    [words.lastName, ({ lastName }) => lastName ?? words.erased],
    [words.firstName, ({ firstName }) => firstName],
    [words.plan, ({ planType }) => vocabulary.plan[planType]],
    ...sumColumns(words),
    [words.costCentre, ({ costCentre }) => costCentre ?? company.costCentre],
    [words.legalEntity, ({ legalEntity }) => legalEntity],
    [words.group, ({ group }) => group],
  ];
}
