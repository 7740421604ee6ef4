import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { failsWith } from '../../../../test/hr-systems/try-system.ts';
import type { Mapping } from '../hr-system.ts';
import { BoundedRows } from './bounded-rows.ts';
import { peopleOf } from './people.ts';
import { readTable } from './read-table.ts';
import { surveyTable } from './survey-table.ts';

const WINDOW = { from: '2026-01-01', to: '2027-12-31' };

const table = (text: string, name = 'people.csv') => readTable({ name, bytes: Buffer.from(text) }, undefined);

async function read(
  text: string,
  { slashDates, ...mapping }: Partial<Mapping> & { slashDates?: string } = {},
) {
  const read = await table(text);
  const { guesses, absenceTypes } = surveyTable(read);
  const full = { fields: guesses, absenceTypes: absenceTypes ?? [], ...mapping };
  return peopleOf(read, full, WINDOW, slashDates);
}

describe('rows of one person', () => {
  it('are counted once, and rows without a number each', async () => {
    assert.equal(surveyTable(await table('Personalnummer;Vorname\n1;Ada\n2;Bo\n1;Ada\n')).people, 2);
    assert.equal(surveyTable(await table('Vorname;Name\nAda;A\nBo;B\nCem;C\n')).people, 3);
  });

  it('are joined, wherever they are', async () => {
    const people = await read(
      'Personalnummer;Vorname;Abwesenheit;Abwesend ab;Abwesend bis\n1;Ada;Elternzeit;1.2.2026;\n2;Bo;;;\n1;Ada;Urlaub;3.4.2026;5.4.2026\n',
    );
    assert.deepEqual(people, [
      {
        id: '1',
        hasLeft: false,
        fields: { hrId: '1', firstName: 'Ada' },
        absences: [
          { id: null, type: 'Elternzeit', startDate: '2026-02-01', endDate: null },
          { id: null, type: 'Urlaub', startDate: '2026-04-03', endDate: '2026-04-05' },
        ],
      },
      { id: '2', hasLeft: false, fields: { hrId: '2', firstName: 'Bo' }, absences: [] },
    ]);
  });

  it('that contradict each other are refused, without personal data in the words', async () => {
    const error = await failsWith(
      read('Personalnummer;Vorname;Nachname\n1;Ada;Lovelace\n2;Bo;Berg\n1;Ada;Byron\n'),
      'source-unreadable',
      /^Rows 2 and 4 have the same personnel number and differ in lastName\.$/,
    );
    assert.doesNotMatch(error.message, /Byron|Lovelace/);
  });
});

describe('a file', () => {
  it('that breaks off is refused', async () => {
    for (const text of [
      'Personalnummer;Vorname;Nachname\n1;Ada;Lovelace\n2;B',
      'Personalnummer;Vorname\n1;"Ada',
      '[{"hrId": "1"}, {"hrId"',
      '{"Report_Entry": [{"a": 1}',
    ])
      await failsWith(table(text), 'source-unreadable');
    await failsWith(table('{"hrId": "1"}\n{"hrId": ', 'people.ndjson'), 'source-unreadable', /Line 2/);
  });

  it('may end without a line break', async () => {
    assert.equal((await read('Personalnummer;Vorname\n1;Ada\n2;Bo')).length, 2);
  });

  it('with nobody in it is empty', async () => {
    for (const text of ['', ' \n', '\uFEFF', 'Personalnummer;Vorname\n', '[]', '{"Report_Entry": []}'])
      await failsWith(table(text), 'source-empty');
  });

  it('of another kind is refused', async () => {
    for (const [text, words] of [
      ['\x1f\x8b\x08', /gzip/],
      ['<!doctype html><title>Sign in</title>', /web page/],
      ['{"data": [{"hrId": "1"}], "next": "page 2"}', /neither a list/],
      ['["1", "2"]', /Entry 1/],
      [`[${'{"a":'.repeat(50)}1${'}'.repeat(50)}]`, /levels/],
    ] as const)
      await failsWith(
        readTable({ name: 'x', bytes: Buffer.from(text, 'latin1') }, undefined),
        'source-unreadable',
        words,
      );
    await failsWith(
      readTable({ name: 'x', bytes: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]) }, undefined),
      'source-unreadable',
      /password/,
    );
  });

  it('whose parts are not what the list of the ZIP file says is refused', async () => {
    const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: [['Vorname'], ['Ada']] }] }));
    const sheet = workbook.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    for (const [field, value, words] of [
      [24, 0xffffffff, /too large/],
      [24, 2_000_000_000, /too large/],
      [24, 0, /not what the list of files says/],
      [24, 100_000, /not what the list of files says/],
      [16, 1, /not what the list of files says/],
      [20, 20, /cannot be unpacked/],
      [42, 20, /breaks off/],
    ] as const) {
      const bytes = Buffer.from(workbook);
      bytes.writeUInt32LE(value, sheet + field);
      await failsWith(readTable({ name: 'x.xlsx', bytes }, undefined), 'source-unreadable', words);
    }
    assert.equal((await readTable({ name: 'x.xlsx', bytes: workbook }, undefined)).rows.length, 1);
  });

  it('whose table would be far larger than the file is refused', async () => {
    const growing = Array.from({ length: 20_000 }, (_, index) => ({ [`k${index}`]: 1 }));
    const lists = Object.fromEntries(growing.slice(0, 501).map((entry, index) => [`l${index}`, [entry]]));
    const wide = [['Vorname', ...Array(600).fill(null), 'x']];
    const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: wide }] }));
    for (const [file, words, name = 'x'] of [
      [JSON.stringify(growing), /more than 500 columns/],
      [JSON.stringify([{ list: growing }]), /more than 500 columns/],
      [JSON.stringify([lists]), /more than 500 columns/],
      [growing.map((entry) => JSON.stringify(entry)).join('\n'), /more than 500 columns/, 'x.ndjson'],
      [`Vorname${';x'.repeat(500)}\n1\n`, /more than 500 columns/],
      [workbook, /more than 500 columns/],
    ] as const)
      await failsWith(readTable({ name, bytes: Buffer.from(file) }, undefined), 'source-unreadable', words);
  });

  it('has at most so many rows and cells', async () => {
    for (const [values, words] of [
      [['1'], /more than 1000000 rows/],
      [Array(500).fill(''), /more than 10000000 cells/],
    ] as const) {
      const table = new BoundedRows();
      const fill = async () => {
        for (;;) table.add({ row: 1, values });
      };
      await failsWith(fill(), 'source-unreadable', words);
    }
  });

  it('of JSON is in UTF-8, or in UTF-16 with a byte order mark', async () => {
    const text = '[{"hrId":"1","firstName":"Änne-Łucja"}]';
    for (const [bytes, name] of [
      [Buffer.from(text), 'x.json'],
      [Buffer.from(`\uFEFF${text}`), 'x.json'],
      [Buffer.from(`\uFEFF${text}`, 'utf16le'), 'x.json'],
      [Buffer.from(`\uFEFF${text.slice(1, -1)}\n`, 'utf16le'), 'x.ndjson'],
    ] as const)
      assert.deepEqual((await readTable({ name, bytes }, undefined)).rows[0]?.values, ['1', 'Änne-Łucja']);
    const german = '[{"hrId":"1","firstName":"J\xf6rg"}]';
    for (const [bytes, name] of [
      [Buffer.from(german, 'latin1'), 'x.json'],
      [Buffer.from(german.slice(1, -1), 'latin1'), 'x.ndjson'],
      [Buffer.from(`\uFEFF${text}\uD800`, 'utf16le'), 'x.json'],
    ] as const)
      await failsWith(readTable({ name, bytes }, undefined), 'source-unreadable', /not in UTF-8/);
  });

  it('of JSON is JSON in all its parts, also where nobody reads them', async () => {
    for (const text of [
      '[{"hrId":"1"},]',
      '[{"hrId":"1"} {"hrId":"2"}]',
      '[{"hrId":"1"}] [{"hrId":"2"}]',
      '[{"hrId":"1"}}',
      '{"employees":[{"hrId":"1"}],"total":1,}',
      '{"employees":[{"hrId":"1"}],"more":[1,,2]}',
      '{"employees":[{"hrId":"1"}],"more":[x]}',
    ])
      await failsWith(table(text, 'x.json'), 'source-unreadable', /no JSON/);
    const odd =
      '{"more":[[1],{"a":[]}],"employees":[{"hrId":"]\\"},{"}],"employees":[ {"hrId":"a\\\\"} , {"hrId":"[" } ]}';
    assert.deepEqual(
      (await table(odd, 'x.json')).rows.map(({ values }) => values),
      [['a\\'], ['[']],
    );
  });

  it('of an old Excel is read in its own encoding', async () => {
    const bytes = Buffer.from('Personalnummer;Vorname\n1;J\xf6rg\n', 'latin1');
    const { rows } = await readTable({ name: 'x.csv', bytes }, undefined);
    assert.deepEqual(rows[0]?.values, ['1', 'Jörg']);
  });

  it('has dates in many forms; those with slashes as the admin has said', async () => {
    const forms = [
      '2026-02-03',
      '03.02.2026',
      '20260203',
      '2026-02-03T00:00:00.000+01:00',
      '2026-02-03-08:00',
    ];
    const text = `Personalnummer;Eintritt\n${forms.map((form, index) => `${index};${form}\n`).join('')}`;
    for (const { fields } of await read(text)) assert.equal(fields.startDate, '2026-02-03');
    const slashes = 'Personalnummer;Eintritt\n1;03/02/2026\n';
    const startDate = async (slashDates: string) =>
      (await read(slashes, { slashDates }))[0]?.fields.startDate;
    assert.equal(await startDate('DD/MM/YYYY'), '2026-02-03');
    assert.equal(await startDate('MM/DD/YYYY'), '2026-03-02');
    assert.equal(await startDate('none'), '03/02/2026');
  });
});

it('a person has at most a thousand absences', async () => {
  const rows = (count: number) => '1;Elternzeit;2026-02-01\n'.repeat(count);
  const headings = 'Personalnummer;Abwesenheit;Abwesend ab\n';
  const [person] = await read(`${headings}${rows(1000)}`);
  assert.equal(person?.absences?.length, 1000);
  await failsWith(
    read(`${headings}${rows(1001)}`),
    'source-unreadable',
    /row 1002 has more than 1000 absences/,
  );
});

it('a survey is small, however long the texts of the file are', async () => {
  const [long, heading] = ['x'.repeat(100_000), 'h'.repeat(501)];
  const survey = surveyTable(
    await table(`Personalnummer;Abwesenheit;${heading}\n1;${long};1\n2;a;\n`),
    'Abwesenheit',
  );
  assert.deepEqual(
    survey.fields.map(({ key, samples }) => [key, samples.map((sample) => sample?.length)]),
    [
      ['Personalnummer', [1, 1]],
      ['Abwesenheit', [1000, 1]],
    ],
  );
  assert.equal(survey.absenceTypes, null);
});

describe('the columns of absences', () => {
  const text =
    'Personalnummer;Leave kind;First;Last\n1;Elternzeit;2026-02-01;2026-03-01\n2;Elternzeit;2020-02-01;2020-03-01\n3;Urlaub;2026-02-01;\n';
  const absenceTypes = [{ id: 'Elternzeit', name: 'Elternzeit' }];
  const absenceColumns = { type: 'Leave kind', startDate: 'First', endDate: 'Last' };

  it('can be chosen; other types and times are left out', async () => {
    const people = await read(text, { absenceTypes, absenceColumns });
    assert.deepEqual(
      people.map(({ absences }) => absences?.length),
      [1, 0, 0],
    );
  });

  it('that are missing are a missing field', async () => {
    const error = await failsWith(
      read(text, { absenceTypes, absenceColumns: { ...absenceColumns, startDate: 'Begin' } }),
      'source-field-missing',
    );
    assert.equal(error.field, 'absences');
  });
});

it('lists the types of the column that somebody chooses', async () => {
  const bytes = Buffer.from('Personalnummer;Art;Grund\n1;A;Elternzeit\n2;B;Sabbatical\n');
  const read = await readTable({ name: 'people.csv', bytes }, undefined);
  const { absenceTypes, absenceColumns } = surveyTable(read, 'Grund');
  assert.deepEqual(
    absenceTypes?.map(({ name }) => name),
    ['Elternzeit', 'Sabbatical'],
  );
  assert.equal(absenceColumns?.type, 'Grund');
});
