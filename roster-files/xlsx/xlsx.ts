import { isBlank, type Row } from '../row.ts';
import { readDateStyles } from './date-styles.ts';
import { NO_LIMITS, type XlsxLimits } from './limits.ts';
import { partInPieces } from './part.ts';
import { readSharedTexts } from './shared-texts.ts';
import { type OnRow, SheetRows } from './sheet-rows.ts';
import { damaged } from './unreadable.ts';
import { readWorkbook } from './workbook.ts';
import { Zip } from './zip.ts';

/**
 * Reads the rows of a sheet, by default of the first, without those that are blank. Only the parts that are needed are unpacked.
 */
export async function* readXlsxRows(
  bytes: Uint8Array,
  sheet: number | string = 0,
  { limits = NO_LIMITS, onRow }: { limits?: XlsxLimits; onRow?: OnRow } = {},
): AsyncGenerator<Row> {
  const zip = new Zip(bytes, limits.bytes);
  const workbook = await readWorkbook(zip);
  const found = typeof sheet === 'number' ? workbook.sheets[sheet] : workbook.sheets.find(isNamed(sheet));
  if (!found) return;
  const part = workbook.sheetParts.get(found.relation);
  if (part === undefined) throw damaged('its sheet is missing');
  const { sharedTexts, styles, is1904 } = workbook;
  const reader = new SheetRows(
    {
      is1904,
      sharedTexts: sharedTexts === undefined ? [] : await readSharedTexts(zip, sharedTexts, limits),
      dateStyles: styles === undefined ? [] : await readDateStyles(zip, styles),
    },
    limits,
    onRow,
  );
  for await (const _ of partInPieces(zip, part, reader)) {
    const { rows } = reader;
    reader.rows = [];
    for (const row of rows) if (!isBlank(row.values)) yield row;
  }
}

const isNamed =
  (wanted: string) =>
  ({ name }: { name: string }) =>
    name === wanted;

/** The names of the sheets that people see. */
export async function readSheetNames(bytes: Uint8Array): Promise<string[]> {
  const { sheets } = await readWorkbook(new Zip(bytes, NO_LIMITS.bytes));
  return sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
}
