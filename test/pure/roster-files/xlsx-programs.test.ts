import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { readXlsxRows } from '../../../roster-files/xlsx/xlsx.ts';
import { packWorkbook } from '../../hr-systems/pack-workbook.ts';

// Workbooks as other programs write them, each with the values that the library reads too.

const [SHEET, STYLES, TEXTS] = ['xl/worksheets/sheet1.xml', 'xl/styles.xml', 'xl/sharedStrings.xml'];
const [BOOK, RELATIONS, ROOT] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', '_rels/.rels'];

/** A sheet with all that Excel writes around the rows. */
const sheetOf = (rows: string) => [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:mc="m" mc:Ignorable="x14ac xr">' +
    '<sheetPr filterMode="1"/><dimension ref="A1:H20"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1"/></sheetView></sheetViews>' +
    `<cols><col min="1" max="1"/></cols><sheetData>${rows}</sheetData><autoFilter ref="A1:B2"/><extLst><ext><x14:row r="99"/></ext></extLst></worksheet>`,
];

/** 1: a day as Excel knows it; 2 and 3: formats of the program; 4: text. */
const styles = [
  '<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>' +
    '<numFmt numFmtId="165" formatCode="[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy"/></numFmts>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="49"/></cellXfs></styleSheet>',
];

const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

/** Parts whose places are absolute, in another order than usual. */
function absolute(base: string): Record<string, string[]> {
  const relations = (...targets: [id: string, type: string, target: string][]) => [
    `<Relationships>${targets.map(([id, type, target]) => `<Relationship Target="${target}" Type="${base}/${type}" Id="${id}"/>`).join('')}</Relationships>`,
  ];
  return {
    [ROOT]: relations(
      ['rId3', 'extended-properties', '/docProps/app.xml'],
      ['rId1', 'officeDocument', `/${BOOK}`],
    ),
    [RELATIONS]: relations(
      ['rId9', 'theme', '/xl/theme/theme1.xml'],
      ['rId3', 'styles', `/${STYLES}`],
      ['rId1', 'worksheet', `/${SHEET}`],
      ['rId4', 'sharedStrings', `/${TEXTS}`],
    ),
  };
}

const textOf = (value: CellValue) =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '');

async function byLibrary(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { values } of streamXlsxRows(bytes, { sheet: 0 })) {
    const texts = values.map(textOf);
    if (texts.some((text) => text !== '')) rows.push(texts);
  }
  return rows;
}

async function ours(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { values } of readXlsxRows(bytes)) rows.push([...values]);
  return rows;
}

interface Case {
  parts: Record<string, string[]>;
  rows: string[][];
  /** Only if the library reads something else. */
  library?: string[][];
}

const CASES: Readonly<Record<string, Case>> = {
  'texts in their cells, some with formats and with their pronunciation': {
    parts: {
      [SHEET]: sheetOf(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></is></c>' +
          '<c r="B1" t="inlineStr"><is><r><t>a</t></r><r><rPr><b/></rPr><t xml:space="preserve"> b</t></r></is></c></row>',
      ),
    },
    rows: [['東京', 'a b']],
    // It adds the pronunciation.
    library: [['東京トウキョウ', 'a b']],
  },
  'shared texts with formats, empty ones and line breaks': {
    parts: {
      [TEXTS]: [
        '<sst count="5" uniqueCount="4"><si><r><rPr><sz val="11"/></rPr><t>Müller</t></r><r><t xml:space="preserve"> &amp; Söhne</t></r></si>' +
          '<si><t/></si><si><t>one_x000D_\ntwo</t></si><si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si></sst>',
      ],
      [SHEET]: sheetOf(
        `<row r="1">${[0, 1, 2, 3, 0].map((text, index) => `<c r="${'ABCDE'[index]}1" t="s"><v>${text}</v></c>`).join('')}</row>`,
      ),
    },
    rows: [['Müller & Söhne', '', 'one\r\ntwo', '山田', 'Müller & Söhne']],
  },
  'formulas: shared, of arrays, with texts, truths, errors and without a value': {
    parts: {
      [SHEET]: sheetOf(
        '<row r="1" spans="1:4"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1*2</f><v>2</v></c><c r="B1"><f t="array" ref="B1">SUM(A1)</f><v>1.5</v></c>' +
          '<c r="C1" t="str"><f aca="false">A1&amp;"x"</f><v>2x</v></c><c r="D1" t="b"><f>TRUE()</f><v>1</v></c></row>' +
          '<row r="2"><c r="A2"><f t="shared" si="0"/><v>4</v></c><c r="B2"><f>C2</f></c><c r="C2" t="str"><f>""</f><v></v></c><c r="D2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
      ),
    },
    rows: [
      ['2', '1.5', '2x', 'true'],
      ['4', '', '', '#DIV/0!'],
    ],
  },
  'rows and cells with gaps, and formats without a value': {
    parts: {
      [STYLES]: styles,
      [SHEET]: sheetOf(
        '<row r="2"><c r="C2"><v>1</v></c><c r="H2"><v>27</v></c></row><row r="5" hidden="1"/><row r="6"><c r="A6" s="1"/><c r="B6" s="4"/></row>' +
          '<row r="7"><c r="A7" s="1"/><c r="B7"><v>5</v></c></row>',
      ),
    },
    rows: [
      ['', '', '1', '', '', '', '', '27'],
      ['', '5'],
    ],
  },
  'numbers that are days by their format': {
    parts: {
      [STYLES]: styles,
      [SHEET]: sheetOf(
        '<row r="1"><c r="A1" s="1"><v>46387</v></c><c r="B1" s="2" t="n"><v>46387</v></c><c r="C1" s="3"><v>46387</v></c><c r="D1" s="4"><v>46387</v></c>' +
          '<c r="E1" s="1" t="str"><v>46387</v></c><c r="F1" s="1"><v>2958465</v></c></row>',
      ),
    },
    rows: [['2026-12-31', '2026-12-31', '2026-12-31', '46387', '46387', '9999-12-31']],
  },
  'the strict form, whose days are texts': {
    parts: {
      ...absolute(STRICT),
      [BOOK]: [
        `<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="${STRICT}" conformance="strict"><workbookPr dateCompatibility="0"/>` +
          '<sheets><sheet name="A &amp; B" sheetId="7" r:id="rId1"/></sheets></workbook>',
      ],
      [STYLES]: styles,
      [TEXTS]: ['<sst><si><t>x</t></si></sst>'],
      [SHEET]: sheetOf(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1" t="d"><v>2026-12-31</v></c></row>',
      ),
    },
    rows: [['x', '2026-12-31']],
  },
  'days counted from 1904, and absolute places of parts': {
    parts: {
      ...absolute(TRANSITIONAL),
      [BOOK]: [
        `<workbook xmlns:ns0="${TRANSITIONAL}"><workbookPr date1904="true"/><sheets><sheet name="A" sheetId="1" state="visible" ns0:id="rId1"/></sheets></workbook>`,
      ],
      [STYLES]: styles,
      [TEXTS]: ['<sst><si><t>x</t></si></sst>'],
      [SHEET]: sheetOf(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>44925</v></c><c r="C1" s="2"><v>59</v></c></row>',
      ),
    },
    rows: [['x', '2026-12-31', '1904-02-29']],
  },
};

for (const [what, { parts, rows, library = rows }] of Object.entries(CASES))
  it(`a workbook with ${what}`, async () => {
    const bytes = await packWorkbook(parts);
    assert.deepEqual(await ours(bytes), rows);
    assert.deepEqual(await byLibrary(bytes), library);
  });

for (const form of ['streamed', '64'] as const)
  it(`a workbook in a ZIP file of the form ${form}`, async () => {
    const { parts = {}, rows } = CASES['days counted from 1904, and absolute places of parts'] ?? {};
    assert.deepEqual(await ours(await packWorkbook(parts, form)), rows);
  });
