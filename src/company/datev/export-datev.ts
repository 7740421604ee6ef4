import { downloadZip } from 'client-zip';
import type { DatevFormat } from '../../domain/plans/datev-formats.ts';
import type { ReadBatch } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import type { PayrollLine } from '../payroll/payroll-lines-sql.ts';
import type { PayrollMonth } from '../payroll/payroll-month.ts';
import { readPayrollLines } from '../payroll/read-payroll-lines.ts';
import { bookingsOf, type ClientBookings } from './bookings.ts';
import { sampleLines } from './sample-lines.ts';
import { writeLodas } from './write-lodas.ts';
import { writeDescription, writeLohnUndGehalt } from './write-lohn-und-gehalt.ts';

export interface DatevFile {
  fileName: string;
  bytes: Buffer;
}

/** Lines of the month, or of example people. */
export async function exportDatev(
  read: ReadBatch,
  of: PayrollMonth,
  { format, isSample }: { format: DatevFormat; isSample: boolean },
): Promise<DatevFile> {
  const { month, settings } = of;
  const lines = isSample ? sampleLines(month, settings.datev) : await readAll(read, of);
  return await writeDatev(lines, of, { format, prefix: isSample ? `sample-${month}` : month });
}

/** One file, or a zip of several. It needs all lines: a file in which somebody is missing is not made. */
export async function writeDatev(
  lines: readonly PayrollLine[],
  { month, settings: { datev: clients, costCentre } }: PayrollMonth,
  { format, prefix = month }: { format: DatevFormat; prefix?: string },
): Promise<DatevFile> {
  const hasPeriods = format === 'datev-lodas';
  const bookings = bookingsOf(lines, { month, clients, costCentre, hasPeriods, needsKeys: hasPeriods });
  if (bookings.length === 0) throw refused('datev-nothing-to-book');
  const files = bookings.flatMap((each) => filesOf(format, prefix, each));
  const [first, ...others] = files;
  if (first && others.length === 0) return first;
  return { fileName: `${format}-${prefix}.zip`, bytes: await zipOf(files) };
}

async function readAll(read: ReadBatch, of: PayrollMonth): Promise<PayrollLine[]> {
  const lines: PayrollLine[] = [];
  for await (const batch of readPayrollLines(read, of)) lines.push(...batch);
  return lines;
}

function filesOf(format: DatevFormat, prefix: string, of: ClientBookings): DatevFile[] {
  const { adviserNumber, clientNumber } = of.client;
  const name = `${format}-${prefix}-${adviserNumber}-${clientNumber}`;
  if (format === 'datev-lodas') return [{ fileName: `${name}.txt`, bytes: writeLodas(of) }];
  return [
    { fileName: `${name}.csv`, bytes: writeLohnUndGehalt(of) },
    { fileName: `${name}.ini`, bytes: writeDescription() },
  ];
}

/** The same files give the same bytes. */
const LAST_MODIFIED = new Date('1980-01-01T00:00:00Z');

async function zipOf(files: readonly DatevFile[]): Promise<Buffer> {
  const entries = files.map(({ fileName, bytes }) => ({
    name: fileName,
    input: bytes,
    lastModified: LAST_MODIFIED,
  }));
  return Buffer.from(await downloadZip(entries).arrayBuffer());
}
