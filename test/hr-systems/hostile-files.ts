import { packWorkbook, repeated, sheetOf } from './pack-workbook.ts';

export interface HostileFile {
  name: string;
  make: () => Promise<Buffer> | Buffer;
  /** What is said about it. */
  refusal: RegExp;
}

const MEGABYTE = 1_000_000;
const SHEET = 'xl/worksheets/sheet1.xml';
const TEXTS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';

/** Small files that describe far more than memory or time has room for. */
export const HOSTILE_FILES: Readonly<Record<string, HostileFile>> = {
  'millions of shared texts': {
    name: 'people.xlsx',
    make: () => packWorkbook({ [TEXTS]: repeated('<sst>', '<si/>', 40 * MEGABYTE, '</sst>') }),
    refusal: /more than 5000000 shared texts/,
  },
  'a cell of 300 MB': {
    name: 'people.xlsx',
    make: () =>
      packWorkbook({
        [SHEET]: sheetOf(
          repeated('<row><c t="inlineStr"><is><t>', 'a', 300 * MEGABYTE, '</t></is></c></row>'),
        ),
      }),
    refusal: /a cell has more than 1048576 characters/,
  },
  'a shared text of 60 MB': {
    name: 'people.xlsx',
    make: () => packWorkbook({ [TEXTS]: repeated('<sst><si><t>', 'ä', 30 * MEGABYTE, '</t></si></sst>') }),
    refusal: /a cell has more than 1048576 characters/,
  },
  'a tag of 60 MB': {
    name: 'people.xlsx',
    make: () => packWorkbook({ [SHEET]: sheetOf(repeated('<row a="', ' ', 60 * MEGABYTE, '"/>')) }),
    refusal: /no end/,
  },
  'many styles': {
    name: 'people.xlsx',
    make: () =>
      packWorkbook({
        [STYLES]: repeated('<styleSheet><cellXfs>', '<xf/>', 60 * MEGABYTE, '</cellXfs></styleSheet>'),
      }),
    refusal: /too large: xl\/styles\.xml/,
  },
  'rows without cells': {
    name: 'people.xlsx',
    make: () => packWorkbook({ [SHEET]: sheetOf(repeated('', '<row/>', 20 * MEGABYTE, '')) }),
    refusal: /more than 1048576 rows/,
  },
  'rows with one cell, the last one': {
    name: 'people.xlsx',
    make: () =>
      packWorkbook({ [SHEET]: sheetOf(repeated('', '<row><c r="XFD1"/></row>', 20 * MEGABYTE, '')) }),
    refusal: /more than 10000000 cells/,
  },
  'rows within rows, whose last cell is the last one': {
    name: 'people.xlsx',
    make: () => packWorkbook({ [SHEET]: sheetOf(repeated('', '<row><c r="XFD1"/>', 20 * MEGABYTE, '')) }),
    refusal: /a row of it begins within another one/,
  },
  'a long text that millions of cells show': {
    name: 'people.xlsx',
    make: () =>
      packWorkbook({
        [TEXTS]: ['<sst><si><t>', 'a'.repeat(1_000_000), '</t></si></sst>'],
        [SHEET]: sheetOf(
          repeated('', `<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`, 100 * MEGABYTE, ''),
        ),
      }),
    refusal: /its cells show more than 400000000 characters/,
  },
  'JSON with 200,000 keys': {
    name: 'people.json',
    make: () => Buffer.from(`[{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":1`).join()}}]`),
    refusal: /more than 500 columns/,
  },
  'JSON with one text of 63 MB': {
    name: 'people.json',
    make: () =>
      Buffer.concat([Buffer.from('[{"hrId":"'), Buffer.alloc(63 * MEGABYTE, 'a'), Buffer.from('"}]')]),
    refusal: /more than 1048576 characters/,
  },
  'JSON with millions of empty objects': {
    name: 'people.json',
    make: () => Buffer.from(`[${'{},'.repeat(10 * MEGABYTE)}{}]`),
    refusal: /more than 1000000 rows/,
  },
  'JSON with millions of levels': {
    name: 'people.json',
    make: () => Buffer.from(`[{"a":${'['.repeat(10 * MEGABYTE)}`),
    refusal: /more than 8 levels/,
  },
  'NDJSON with 200,000 keys': {
    name: 'people.ndjson',
    make: () => Buffer.from(`{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join()}}\n`),
    refusal: /more than 500 columns|more than 1048576 characters/,
  },
  'CSV of short rows': {
    name: 'people.csv',
    make: () => Buffer.from(`Personalnummer\n${'1\n'.repeat(10 * MEGABYTE)}`),
    refusal: /more than 1000000 rows/,
  },
};
