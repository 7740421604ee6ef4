import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { DATEV_FORMATS, type DatevFormat } from '../../domain/plans/datev-formats.ts';
import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { BYTE_ORDER_MARK, CSV_STYLES, toCsvText } from '../../platform/files/csv.ts';
import { writeDatev } from '../datev/export-datev.ts';
import { isWithheld, payrollTable } from '../payroll/export-payroll.ts';
import { isOfEarlierYear, taxFreeTable } from '../payroll/export-tax-free.ts';
import type { LineSums } from '../payroll/handovers-sql.ts';
import type { PayrollLine } from '../payroll/payroll-lines-sql.ts';
import type { PayrollMonth } from '../payroll/payroll-month.ts';
import type { PayrollFormat } from '../payroll/payroll-settings.ts';
import { readAllPayrollLines } from '../payroll/read-payroll-lines.ts';
import type { StatementTable } from '../statements/statement-file.ts';

interface Digested {
  format: PayrollFormat;
  /** Null: the file cannot be written. */
  digest: string | null;
  /** The sentence that says why. */
  refusal: AppError | null;
}

/** What the files of a month contain. */
export interface HandoverContent extends LineSums {
  /** What was booked after the month before had been handed over. */
  corrections: LineSums & { lines: PayrollLine[] };
  files: Digested[];
}

const MAX_CORRECTIONS = 20;

/** Reads the lines of a month once, and writes every file of them as far as its digest. */
export async function readContent(sql: Sql, of: PayrollMonth): Promise<HandoverContent> {
  const lines = await readAllPayrollLines(sql, of);
  const corrections = lines.filter(({ isCorrection }) => isCorrection);
  return {
    ...sumOf(lines, of),
    corrections: { ...sumOf(corrections, of), lines: corrections.slice(0, MAX_CORRECTIONS) },
    files: [
      digested('payroll', await digestOfTable(payrollTable(of), of, lines.filter(isWithheld))),
      digested('tax-free', await digestOfTable(taxFreeTable(of), of, lines)),
      ...(await digestsOfDatev(lines, of)),
    ],
  };
}

function sumOf(lines: readonly PayrollLine[], { month }: PayrollMonth): LineSums {
  const sums: LineSums = { people: new Set(lines.map(({ key }) => key)).size, ...NOTHING };
  for (const line of lines) {
    const { tickets, deferredCents, taxFreeCents } = line;
    sums.tickets += tickets;
    sums.withheldCents += deferredCents;
    if (isOfEarlierYear(line, month)) sums.earlierYearCents += taxFreeCents;
    else sums.taxFreeCents += taxFreeCents;
  }
  return sums;
}

const NOTHING = { tickets: 0, withheldCents: 0, taxFreeCents: 0, earlierYearCents: 0 };

const digested = (format: PayrollFormat, digest: string): Digested => ({ format, digest, refusal: null });

/** The event loop answers nobody while rows are turned into text. */
const ROWS_OF_A_PIECE = 250;

async function digestOfTable(
  { headings, toRow }: StatementTable<PayrollLine>,
  { settings }: PayrollMonth,
  lines: readonly PayrollLine[],
): Promise<string> {
  const style = CSV_STYLES[settings.language];
  const hash = createHash('sha256').update(BYTE_ORDER_MARK + toCsvText([headings], style));
  for (let from = 0; from < lines.length; from += ROWS_OF_A_PIECE) {
    hash.update(toCsvText(lines.slice(from, from + ROWS_OF_A_PIECE).map(toRow), style));
    await setImmediate();
  }
  return hash.digest('hex');
}

/** None where DATEV is not set up. */
async function digestsOfDatev(lines: readonly PayrollLine[], of: PayrollMonth): Promise<Digested[]> {
  if (of.settings.datev.length === 0) return [];
  return await Promise.all(DATEV_FORMATS.map((format) => digestOfDatev(lines, of, format)));
}

async function digestOfDatev(
  lines: readonly PayrollLine[],
  of: PayrollMonth,
  format: DatevFormat,
): Promise<Digested> {
  try {
    const { bytes } = await writeDatev(lines, of, { format });
    return digested(format, createHash('sha256').update(bytes).digest('hex'));
  } catch (error) {
    if (error instanceof AppError) return { format, digest: null, refusal: error };
    throw error;
  }
}
