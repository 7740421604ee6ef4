import { downloadZip } from 'client-zip';
import type { DatevFormat } from '../../domain/plans/datev-formats.ts';
import type { ReadBatch } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import type { CompanyRecord } from '../companies/companies-sql.ts';
import { readTaxFree } from '../statements/export-tax-free.ts';
import type { TaxFreeLine } from '../statements/tax-free-sql.ts';
import { bookingsOf, type ClientBookings } from './bookings.ts';
import { selectDatevClients } from './datev-clients-sql.ts';
import { sampleLines } from './sample-lines.ts';
import { writeLodas } from './write-lodas.ts';
import { writeDescription, writeLohnUndGehalt } from './write-lohn-und-gehalt.ts';

export interface DatevFile {
  fileName: string;
  bytes: Buffer;
}

interface Wanted {
  month: string;
  format: DatevFormat;
  /** Example people instead of those of the month. */
  isSample: boolean;
}

/** One file, or a zip of several. The whole month is read first: a file in which somebody is missing is not made. */
export async function exportDatev(
  read: ReadBatch,
  company: CompanyRecord,
  { month, format, isSample }: Wanted,
): Promise<DatevFile> {
  const clients = await read((sql) => selectDatevClients(sql, company.id));
  const lines = isSample ? sampleLines(month, clients) : await readAll(read, company, month);
  const of = { month, clients, costCentre: company.costCentre, needsKeys: format === 'datev-lodas' };
  const bookings = bookingsOf(lines, of);
  if (bookings.length === 0) throw refused('datev-nothing-to-book');
  const prefix = isSample ? `sample-${month}` : month;
  const files = bookings.flatMap((each) => filesOf(format, month, prefix, each));
  const [first, ...others] = files;
  if (first && others.length === 0) return first;
  return { fileName: `${format}-${prefix}.zip`, bytes: await zipOf(files) };
}

async function readAll(read: ReadBatch, company: CompanyRecord, month: string): Promise<TaxFreeLine[]> {
  const lines: TaxFreeLine[] = [];
  for await (const batch of readTaxFree(read, company, month)) lines.push(...batch);
  return lines;
}

function filesOf(format: DatevFormat, month: string, prefix: string, of: ClientBookings): DatevFile[] {
  const { adviserNumber, clientNumber } = of.client;
  const name = `${format}-${prefix}-${adviserNumber}-${clientNumber}`;
  if (format === 'datev-lodas') return [{ fileName: `${name}.txt`, bytes: writeLodas(month, of) }];
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
