import { writeXlsx } from 'hucre/xlsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Writes rows as an XLSX file. Days become dates, and everything else stays text: a number would lose its zeros. */
export async function writeWorkbook(
  sheet: string,
  rows: readonly string[][],
): Promise<Uint8Array<ArrayBuffer>> {
  const cells = rows.map((row) =>
    row.map((value) => (DAY.test(value) ? new Date(`${value}T00:00:00Z`) : value)),
  );
  return new Uint8Array(await writeXlsx({ sheets: [{ name: sheet, rows: cells }] }));
}
