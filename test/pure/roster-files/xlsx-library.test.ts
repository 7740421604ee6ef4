import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDateFormat as isDateOfLibrary } from 'hucre';
import { type CellValue, streamXlsxRows, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { dayOf, isDateFormat } from '../../../roster-files/xlsx/dates.ts';
import { readXlsxRows } from '../../../roster-files/xlsx/xlsx.ts';
import { packWorkbook } from '../../hr-systems/pack-workbook.ts';

async function ours(bytes: Uint8Array, sheet?: string) {
  const rows = [];
  for await (const { row, values } of readXlsxRows(bytes, sheet)) rows.push({ row, values });
  return rows;
}

const textOf = (value: CellValue) => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  return value === null || value === undefined ? '' : String(value);
};

/** As the library reads it, which holds the texts of all cells as a tree. */
async function libraryRows(bytes: Uint8Array, sheet: string | number = 0) {
  const rows = [];
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    const texts = values.map(textOf);
    if (texts.some((text) => text.trim() !== '')) rows.push({ row: index + 1, values: texts });
  }
  return rows;
}

const TEXTS = [
  'Łucja & <Änne>',
  ' a\tb ',
  'line\nbreak',
  '_x000D_',
  '_x0041_',
  '\u{1F600}',
  '"\'',
  '00042',
  '&amp;',
];
const FORMATS = [
  'dd.mm.yyyy',
  '0.00',
  'h:mm:ss',
  '[h]:mm',
  '#,##0 "days"',
  '[$-407]d. mmmm yyyy;@',
  '[Red]0',
  '@',
  '0%',
];

/** The same on every machine. */
function randomNumbers(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
}

function randomSheet(below: (limit: number) => number): WriteSheet {
  const value = (): CellValue => {
    switch (below(7)) {
      case 0:
        return null;
      case 1:
        return below(100_000) / (below(3) + 1);
      case 2:
        return below(2) === 0;
      case 3:
        return new Date(Date.UTC(1900 + below(200), below(12), 1 + below(28)));
      case 4:
        return '';
      default:
        return TEXTS[below(TEXTS.length)] ?? '';
    }
  };
  const columns = Array.from({ length: 6 }, () => ({ numFmt: FORMATS[below(FORMATS.length)] ?? '0' }));
  return { name: 'A', columns, rows: Array.from({ length: 20 }, () => Array.from({ length: 6 }, value)) };
}

describe('a workbook has the values that the library reads', () => {
  it('with random cells and formats', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const below = randomNumbers(seed);
      const dateSystem = below(2) === 0 ? '1900' : '1904';
      const bytes = await writeXlsx({
        sheets: [randomSheet(below), { name: 'B', rows: [['b']] }],
        dateSystem,
      });
      assert.deepEqual(await ours(bytes), await libraryRows(bytes), `seed ${seed}`);
      assert.deepEqual(await ours(bytes, 'B'), await libraryRows(bytes, 'B'));
    }
  });

  it('as other programs write it', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d\\.m\\.yy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs></styleSheet>';
    const texts =
      '<x:sst xmlns:x="a"><x:si><x:t>one</x:t></x:si><x:si/><x:si><x:r><x:rPr><x:b/></x:rPr><x:t>rich </x:t></x:r><x:r><x:t xml:space="preserve"> text</x:t></x:r><x:rPh sb="0" eb="1"><x:t>said</x:t></x:rPh></x:si>' +
      '<x:si><x:t><![CDATA[a & b]]></x:t></x:si><x:si><x:t>&#x4c;&#252;&lt;</x:t></x:si></x:sst>';
    const cells = [
      '<row r="3" a=\'>\'><c r="B3" t="s"><v>0</v></c><c t="s"><v>2</v></c><c r="E3" t="s"><v>3</v></c></row>',
      '<row><c t="s"><v>4</v></c><c t="s"><v>1</v></c><c t="s"><v>99</v></c><c s="1"><v>45000</v></c><c s="2"><v>45000.7</v></c></row>',
      '<row/><!-- <row> --><row><c s="1"><v>60</v></c><c s="1"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c><c t="str"><f>A1</f><v>f_x0041_</v></c></row>',
      '<row r="20"><c t="inlineStr"><is><t>in</t></is></c><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c><v>1E3</v></c><c><v>0.1</v></c><c><v> 7 </v></c></row>',
    ];
    const sheet = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<worksheet><cols/><sheetData>\n${cells.join('\n')}</sheetData><mergeCells/></worksheet>`;
    const bytes = await packWorkbook({
      'xl/styles.xml': [styles],
      'xl/sharedStrings.xml': [texts],
      'xl/worksheets/sheet1.xml': [sheet],
    });
    const rows = await ours(bytes);
    assert.deepEqual(rows, await libraryRows(bytes));
    assert.equal(rows.length, 4);
  });

  it('with dates of all formats', () => {
    for (let id = 0; id < 200; id++)
      assert.equal(isDateFormat(String(id)), isDateOfLibrary(String(id)), `format ${id}`);
    for (const code of [
      ...FORMATS,
      'General',
      'yy',
      'mm:ss',
      'm',
      'mmm',
      'A/P',
      '"y"0',
      '\\d0',
      '_d0',
      '[Blue]s',
      's',
      'has',
    ])
      assert.equal(isDateFormat('164', code), isDateOfLibrary(code), code);
    assert.equal(dayOf(Number.POSITIVE_INFINITY, false), '');
  });
});

describe('a part of a workbook', () => {
  const sheet =
    '<worksheet><sheetData><row><c t="inlineStr"><is><t>Łucja</t></is></c></row></sheetData></worksheet>';
  const withSheet = (part: Buffer | string) => packWorkbook({ 'xl/worksheets/sheet1.xml': [part] });

  it('may be in UTF-16', async () => {
    const little = Buffer.from(`\uFEFF${sheet}`, 'utf16le');
    for (const part of [little, Buffer.from(little).swap16()])
      assert.deepEqual(await ours(await withSheet(part)), [{ row: 1, values: ['Łucja'] }]);
  });

  it('is refused in another encoding, in which umlauts would be lost', async () => {
    const latin = Buffer.from(sheet.replace('Łucja', 'J\xf6rg'), 'latin1');
    await assert.rejects(ours(await withSheet(latin)), /is not in UTF-8/);
    const declared = `<?xml version="1.0" encoding='ISO-8859-1'?>${sheet}`;
    await assert.rejects(ours(await withSheet(declared)), /in ISO-8859-1, not in UTF-8/);
  });

  it('is refused if it breaks off or has a document type', async () => {
    for (const part of [sheet.slice(0, -5), sheet.slice(0, 60), `${sheet}</x>`, '', 'text', `${sheet}<!--`])
      await assert.rejects(ours(await withSheet(part)), /breaks off|not opened/, part);
    const entities = `<!DOCTYPE x [<!ENTITY a "b">]>${sheet}`;
    await assert.rejects(ours(await withSheet(entities)), /document type/);
  });
});
