import { TEXTS } from '../../../texts/catalogue.ts';
import type { PayrollColumn } from '../../domain/plans/payroll-columns.ts';
import type { ReadBatch } from '../../platform/db/types.ts';
import {
  type Column,
  type StatementFile,
  type StatementTable,
  tableOf,
} from '../statements/statement-file.ts';
import type { PayrollLine } from './payroll-lines-sql.ts';
import type { PayrollMonth } from './payroll-month.ts';
import { readPayrollLines } from './read-payroll-lines.ts';

/** What payroll withholds or pays back, in the columns of the settings. */
export function exportPayroll(read: ReadBatch, of: PayrollMonth): StatementFile<PayrollLine> {
  return {
    ...payrollTable(of),
    batches: withheld(readPayrollLines(read, of, { withheldOnly: true })),
  };
}

export function payrollTable(of: PayrollMonth): StatementTable<PayrollLine> {
  const { month, settings } = of;
  return {
    fileName: `${TEXTS[settings.language].statements.fileName.payroll}-${month}`,
    ...tableOf(columnsOf(of)),
  };
}

export const isWithheld = ({ deferredCents }: PayrollLine): boolean => deferredCents !== 0;

async function* withheld(batches: AsyncGenerator<PayrollLine[]>): AsyncGenerator<PayrollLine[]> {
  for await (const lines of batches) yield lines.filter(isWithheld);
}

function columnsOf({ month: ofFile, settings }: PayrollMonth): Column<PayrollLine>[] {
  const shows: Record<PayrollColumn, Column<PayrollLine>[1]> = {
    'personnel-number': ({ personnelNumber }) => personnelNumber,
    'wage-type': () => settings.wageType,
    amount: ({ deferredCents }) => ({ cents: deferredCents }),
    month: ({ month, isCorrection }) => (isCorrection ? month : ofFile),
    'last-name': ({ lastName }) => lastName,
    'first-name': ({ firstName }) => firstName,
    'cost-centre': ({ costCentre }) => costCentre ?? settings.costCentre,
    'legal-entity': ({ legalEntity }) => legalEntity,
  };
  const words = TEXTS[settings.language].vocabulary.payrollColumn;
  return settings.payrollColumns.map((name) => [words[name], shows[name]]);
}
