import type { CellValue } from 'hucre/xlsx';
import { isBlank, type Row } from './row.ts';

/**
 * Reads the rows of a sheet, by default of the first. `onRow` gets the width of every row before it is read, blank ones too; what
 * it throws is the cause of the error.
 */
export async function* readXlsxRows(
  bytes: Uint8Array,
  sheet: number | string = 0,
  onRow?: (width: number) => Promise<void>,
): AsyncGenerator<Row> {
  const { streamXlsxRows } = await import('hucre/xlsx');
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      await onRow?.(values.length);
      const texts = values.map(textOf);
      if (!isBlank(texts)) yield { line: index + 1, row: index + 1, values: texts };
    }
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** The names of the sheets that people see. */
export async function readSheetNames(bytes: Uint8Array): Promise<string[]> {
  const { readXlsx } = await import('hucre/xlsx');
  const names: string[] = [];
  try {
    await readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (!hidden && !veryHidden) names.push(name);
        return false;
      },
    });
  } catch (cause) {
    throw unreadable(cause);
  }
  return names;
}

const unreadable = (cause: unknown) =>
  new UnreadableXlsxError(cause instanceof Error ? cause.message : String(cause), { cause });

/** The file is no workbook, is damaged, or has a password. */
export class UnreadableXlsxError extends Error {}

/** A cell as a CSV file would have it. */
function textOf(value: CellValue): string {
  if (value instanceof Date) return dayOf(value);
  return value === null || value === undefined ? '' : String(value);
}

/** Sheets have local times without a zone; the reader gives them as UTC. */
function dayOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
