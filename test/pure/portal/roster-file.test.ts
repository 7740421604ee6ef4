import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { ABSENCES, guessColumn } from '../../../roster-files/columns.ts';
import type { ColumnChoices } from '../../../roster-files/match-columns.ts';
import { mayKeep as serviceMayKeep } from '../../../src/rosters/receive/invalid-entries.ts';
import { roster as de } from '../../../texts/de/portal/roster.ts';
import { roster as en } from '../../../texts/en/portal/roster.ts';
import { csvOf } from '../../../web/src/pages/send-roster/csv-of.ts';
import {
  choose,
  draftOf,
  hasAbsences,
  matchTable,
  samplesOf,
  slashDatesOf,
  withoutEntries,
} from '../../../web/src/pages/send-roster/draft.ts';
import { exampleRows, inLanguage } from '../../../web/src/pages/send-roster/example-file.ts';
import {
  mayKeep,
  mistakesIn,
  namelessPositions,
  whyNotKeep,
} from '../../../web/src/pages/send-roster/mistakes.ts';
import { openFile, type TableFile } from '../../../web/src/pages/send-roster/open-file.ts';

const HEADINGS = 'firstName,lastName,email,dateOfBirth,hrId,startDate';
const ANNA = {
  firstName: 'Anna',
  lastName: 'Beispiel',
  email: 'anna@example.com',
  dateOfBirth: '1988-04-12',
  hrId: 'P-1',
  startDate: '2024-03-01',
};

function open(name: string, content: string | Uint8Array, sheet?: string) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return openFile({ name, arrayBuffer: async () => Uint8Array.from(bytes).buffer }, sheet);
}

async function openTable(text: string | Uint8Array, name = 'r.csv', sheet?: string): Promise<TableFile> {
  const opened = await open(name, text, sheet);
  assert.equal(opened.kind, 'table');
  return opened as TableFile;
}

async function draft(text: string, choices: ColumnChoices = {}) {
  return draftOf(matchTable(await openTable(text), choices, undefined));
}

describe('a roster file', () => {
  it('is read as CSV whose headings are the field names of the API', async () => {
    const text = `${HEADINGS}\r\nAnna,Beispiel,anna@example.com,1988-04-12,P-1,2024-03-01\r\n`;
    assert.deepEqual((await draft(text)).employees, [ANNA]);
  });

  it('is read in the CSV format of a German spreadsheet, in UTF-8 and in the encoding of Windows', async () => {
    const text =
      'Nachname;Vorname;E-Mail-Adresse;Geburtsdatum;Personalnummer;Eintritt;Austritt;Abteilung\n' +
      'Groß;Jürgen;anna@example.com;12.4.1988;P-1;01.03.2024;;Einkauf\n\n';
    const jürgen = { ...ANNA, firstName: 'Jürgen', lastName: 'Groß', department: 'Einkauf' };
    assert.deepEqual((await draft(`\uFEFF${text}`)).employees, [jürgen]);
    const table = await openTable(Buffer.from(text, 'latin1'));
    assert.deepEqual(draftOf(matchTable(table, {}, undefined)).employees, [jürgen]);
  });

  it('keeps separators, line breaks and quotation marks inside quoted values', async () => {
    const text = `${HEADINGS}\n"Anna ""Anni""","Beispiel,\nvon",a@example.com,1988-04-12,007,2024-03-01`;
    const { employees } = await draft(text);
    assert.deepEqual(employees, [
      { ...ANNA, firstName: 'Anna "Anni"', lastName: 'Beispiel,\nvon', email: 'a@example.com', hrId: '007' },
    ]);
  });

  it('omits optional empty values, and reads yes and no as true and false', async () => {
    const text = `${HEADINGS},autoSyncEmployee,terminationDate\nAnna,Beispiel,anna@example.com,1988-04-12,P-1,2024-03-01,nein,`;
    assert.deepEqual((await draft(text)).employees, [{ ...ANNA, autoSyncEmployee: false }]);
  });

  it('is read as a workbook, from the sheet that is chosen', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Hinweise', rows: [['Stand', 'November']] },
        {
          name: 'Personal',
          rows: [
            ['Personalliste'],
            ['Pers.-Nr.', 'Vorname', 'Nachname', 'E-Mail', 'Geb.-Datum', 'Eintritt'],
            ['P-1', 'Anna', 'Beispiel', 'anna@example.com', new Date('1988-04-12'), new Date('2024-03-01')],
          ],
        },
      ],
    });
    const first = await openTable(bytes, 'Personal.xlsx');
    assert.deepEqual([first.sheets, first.sheet], [['Hinweise', 'Personal'], 'Hinweise']);
    const table = await openTable(bytes, 'Personal.xlsx', 'Personal');
    const read = draftOf(matchTable(table, {}, undefined));
    assert.deepEqual(read.employees, [ANNA]);
    assert.equal(read.places[0]?.row, 3, 'rows above the headings count');
  });

  it('is read as JSON, as a plain list, as the body of a sync, or line by line', async () => {
    for (const [name, text] of [
      ['r.json', JSON.stringify([ANNA])],
      ['r.json', JSON.stringify({ syncId: 'x', employees: [ANNA] })],
      ['r.ndjson', `${JSON.stringify(ANNA)}\n\n`],
    ] as const)
      assert.deepEqual(await open(name, text), { kind: 'entries', name, entries: [ANNA] });
  });

  for (const [what, name, content, problem] of [
    ['without people', 'r.csv', HEADINGS, { problem: 'empty' }],
    ['with an empty list', 'r.json', '[]', { problem: 'empty' }],
    ['of broken JSON', 'r.json', '[{', { problem: 'json' }],
    ['of JSON without a list', 'r.json', '{"people": []}', { problem: 'shape' }],
    ['with an open quotation mark', 'r.csv', `${HEADINGS}\n"Anna,`, { problem: 'quote', line: 2 }],
    [
      'that begins with a person',
      'r.csv',
      'Anna;a@example.com;P-1\nBo;b@example.com;P-2',
      { problem: 'no-headings' },
    ],
    ['that is a cut workbook', 'r.xlsx', 'PK\x03\x04 cut', { problem: 'workbook' }],
    ['of an old Excel', 'r.xls', Buffer.from('d0cf11e0a1b1', 'hex'), { problem: 'old-workbook' }],
  ] as const)
    it(`${what} is not sent, and the problem is named`, async () =>
      assert.deepEqual(await open(name, content), { kind: 'problem', name, ...problem }));
});

describe('the columns of a file', () => {
  it('are shown with their first value', async () => {
    const table = await openTable('Vorname;Personalnummer;E-Mail\n;7;\nAda;8;\n');
    assert.deepEqual(samplesOf(table), ['Ada', '7', '']);
  });

  it('are corrected one by one, and a meaning moves from its column to the chosen one', async () => {
    const table = await openTable(
      'Nr;Konzern-ID;Vorname;Name;E-Mail;Geburtsdatum;Eintritt;Personalnummer\n1;2',
    );
    const before = matchTable(table, {}, undefined).matching;
    assert.equal(before.columns[7], 'hrId');
    const choices = choose({}, before, 'Konzern-ID', 'hrId');
    assert.deepEqual({ ...choices }, { Personalnummer: null, 'Konzern-ID': 'hrId' });
    const after = matchTable(table, choices, undefined).matching;
    assert.deepEqual([after.columns[1], after.columns[7], after.ambiguous], ['hrId', undefined, []]);
  });

  it('tell how dates with slashes are written, if they can', async () => {
    for (const [dates, expected] of [
      ['31.12.2026', undefined],
      ['03/04/2026', null],
      ['12/31/2026', 'MM/DD/YYYY'],
      ['31/12/2026', 'DD/MM/YYYY'],
    ] as const)
      assert.equal(
        slashDatesOf(
          await openTable(
            `hrId;Eintritt\n7;${dates}\n8;01/02/2026`.replace(
              '01/02/2026',
              expected === undefined ? '' : '01/02/2026',
            ),
          ),
          ['hrId', 'startDate'],
        ),
        expected,
      );
  });
});

describe('absences', () => {
  const PEOPLE = 'Personalnummer;Vorname;Name;E-Mail;Geburtsdatum;Eintritt';
  const ada = 'P-1;Ada;A;a@example.com;12.4.1988;1.3.2024';

  it('may be columns of the file, with a row for each', async () => {
    const text = `${PEOPLE};Abwesenheit;Abwesend ab;Abwesend bis\n${ada};Elternzeit;1.1.2026;30.6.2026\n${ada};krank;1.8.2026;`;
    const { employees, people, places } = await draft(text);
    assert.ok(hasAbsences(people));
    assert.deepEqual((employees[0] as { absences: unknown }).absences, [
      { type: 'Elternzeit', startDate: '2026-01-01', endDate: '2026-06-30' },
      { type: 'krank', startDate: '2026-08-01' },
    ]);
    assert.deepEqual([employees.length, places[0]?.absenceRows], [1, [2, 3]]);
  });

  it('may be in a second file, and those of strangers are counted', async () => {
    const people = matchTable(await openTable(`${PEOPLE}\n${ada}`), {}, undefined);
    assert.ok(!hasAbsences(people));
    const second =
      'Personalnummer;Art;Von;Bis\nP-9;krank;1.1.2026;\nP-1;krank;1.2.2026;morgen\nP-1;Urlaub;1.3.2026;2.3.2026';
    const absences = matchTable(await openTable(second, 'abw.csv'), {}, undefined, ABSENCES);
    const made = draftOf(people, absences);
    assert.equal(made.strangers, 1);
    assert.deepEqual((made.employees[0] as { absences: unknown }).absences, [
      { type: 'krank', startDate: '2026-02-01', endDate: 'morgen' },
      { type: 'Urlaub', startDate: '2026-03-01', endDate: '2026-03-02' },
    ]);
    const [mistake] = mistakesIn(made, [
      { in: 'body', pointer: '/employees/0/absences/0/endDate', code: 'malformed', message: '', hrId: 'P-1' },
    ]);
    assert.deepEqual(
      [mistake?.file, mistake?.row, mistake?.heading, mistake?.value, mistake?.kind],
      ['abw.csv', 3, 'Bis', 'morgen', 'no-date'],
    );
  });
});

describe('mistakes', () => {
  const error = (pointer: string, code: string, hrId?: string) => ({
    in: 'body' as const,
    pointer: `/employees/${pointer}`,
    code,
    message: '',
    ...(hrId !== undefined && { hrId }),
  });

  it('name the row as a spreadsheet shows it, the person, the heading, the value and what is wrong', async () => {
    const text = [
      'Pers.-Nr.;Vorname;Name;E-Mail;Geb.-Datum;Eintritt',
      '1;"Ada\nMaria";A;a@example.com;unbekannt;1.3.2024',
      '',
      '2;Bo;B;keine;31.02.1990;1.3.24',
      '1;Cy;C;c@example.com;12.4.1988;',
    ].join('\r\n');
    const found = mistakesIn(await draft(text), [
      error('1/email', 'malformed', '2'),
      error('1/dateOfBirth', 'malformed', '2'),
      error('1/startDate', 'malformed', '2'),
      error('2/startDate', 'malformed', '1'),
      error('2/hrId', 'duplicate', '1'),
      // The service may name it last; the list begins with the first row.
      error('0/dateOfBirth', 'malformed', '1'),
    ]);
    assert.deepEqual(
      found.map(({ row, hrId, name, heading, value, kind }) => [row, hrId, name, heading, value, kind]),
      [
        [2, '1', 'Ada\nMaria A', 'Geb.-Datum', 'unbekannt', 'no-date'],
        [4, '2', 'Bo B', 'E-Mail', 'keine', 'no-email'],
        [4, '2', 'Bo B', 'Geb.-Datum', '31.02.1990', 'no-such-day'],
        [4, '2', 'Bo B', 'Eintritt', '1.3.24', 'short-year'],
        [5, '1', 'Cy C', 'Eintritt', '', 'empty'],
        [5, '1', 'Cy C', 'Pers.-Nr.', '1', 'duplicate'],
      ],
    );
    assert.equal(found[5]?.firstRow, 2);
  });

  it('of a file without rows are named by entry and field', () => {
    const made = draftOf({ kind: 'entries', name: 'r.json', entries: [{ hrId: 7, firstName: 'Ada' }] });
    const [mistake] = mistakesIn(made, [error('0/hrId', 'wrong-type')]);
    assert.deepEqual(
      [mistake?.position, mistake?.row, mistake?.heading, mistake?.value, mistake?.kind],
      [0, undefined, undefined, '7', 'wrong'],
    );
  });

  it('may be left out by the rule of the service', () => {
    for (let entries = 1; entries <= 400; entries++)
      for (let wrong = 0; wrong <= Math.min(entries, 30); wrong++)
        assert.equal(mayKeep(wrong, entries), serviceMayKeep(wrong, entries), `${wrong} of ${entries}`);
  });

  it('without a number are not sent, and the others can be left out', () => {
    const entries = ['A', '', 'C', 'D'].map((hrId) => ({ hrId }));
    const made = draftOf({ kind: 'entries', name: 'r.json', entries });
    const errors = [error('1/hrId', 'too-short'), error('2/email', 'malformed', 'C')];
    assert.deepEqual(namelessPositions(errors), [1]);
    assert.deepEqual(
      withoutEntries(made, namelessPositions(errors)).employees,
      ['A', 'C', 'D'].map((hrId) => ({ hrId })),
    );
  });

  it('may not be left out for a reason that the page names', () => {
    const wrong = (count: number) =>
      Array.from({ length: count }, (_, index) => error(`${index}/email`, 'malformed', `P${index}`));
    assert.equal(whyNotKeep(wrong(9), 9, 300), undefined);
    assert.deepEqual(whyNotKeep(wrong(16), 16, 300), { why: 'too-many', count: 16 });
    assert.deepEqual(whyNotKeep([...wrong(2), error('5/hrId', 'too-short')], 3, 300), {
      why: 'nameless',
      count: 1,
    });
    assert.deepEqual(whyNotKeep([error('1/hrId', 'duplicate', 'P1')], 1, 300), {
      why: 'duplicate',
      count: 1,
    });
    assert.equal(whyNotKeep([{ ...error('', ''), pointer: '/employees' }], 1, 1)?.why, 'other');
    // The page does not offer what the service would refuse in the next step.
    const twiceAndNameless = [error('1/hrId', 'duplicate', 'P1'), error('5/hrId', 'too-short')];
    assert.equal(whyNotKeep(twiceAndNameless, 2, 300)?.why, 'duplicate');
    const allNameless = Array.from({ length: 20 }, (_, index) => error(`${index}/hrId`, 'too-short'));
    assert.equal(whyNotKeep(allNameless, 20, 20)?.why, 'too-many');
  });
});

describe('files to download', () => {
  for (const [language, texts] of [
    ['de', de],
    ['en', en],
  ] as const)
    it(`the example in the language ${language} is understood as it is`, async () => {
      const rows = inLanguage(exampleRows(texts), language);
      assert.equal(csvOf(rows, language).includes('31.12.2026'), language === 'de');
      const { employees, people } = await draft(csvOf(rows, language));
      assert.ok('matching' in people && people.matching.missing.length === 0 && hasAbsences(people));
      assert.deepEqual(employees[2], {
        firstName: 'Sofia',
        lastName: 'Weiß',
        email: 'sofia.weiss@example.com',
        dateOfBirth: '1990-02-03',
        hrId: '1003',
        startDate: '2020-01-01',
        absences: [{ type: texts.exampleValues.parental, startDate: '2026-05-01', endDate: '2027-04-30' }],
      });
      for (const [column, heading] of Object.entries(texts.headings))
        assert.equal(guessColumn(heading)?.column, column, heading);
    });

  it('have the separator of the language and no formulas', () => {
    const rows = [['Wert', '1;2', '=1+1', 'a"b']];
    assert.equal(csvOf(rows, 'de'), 'Wert;"1;2";\'=1+1;"a""b"\r\n');
    assert.equal(csvOf(rows, 'en'), 'Wert,1;2,\'=1+1,"a""b"\r\n');
  });
});
