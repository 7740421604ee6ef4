import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { UnreadableXlsxError } from '../../../roster-files/xlsx/unreadable.ts';
import { readSheetNames, readXlsxRows } from '../../../roster-files/xlsx/xlsx.ts';

async function read(bytes: Uint8Array, sheet?: string) {
  const rows = [];
  for await (const row of readXlsxRows(bytes, sheet)) rows.push(row);
  return rows;
}

describe('an XLSX file', () => {
  it('has texts, numbers, dates and truths as a CSV file would have them', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Personal',
          rows: [
            ['Pers.-Nr.', 'Vorname', 'Eintritt', 'Auto sync'],
            [1001, 'Jürgen', new Date(Date.UTC(2026, 11, 31)), true],
            [null, '', null, null],
            ['00042', 'Ada', '31.12.2026', false],
          ],
        },
        { name: 'Anderes', rows: [['nicht', 'dies']] },
      ],
    });
    assert.deepEqual(await read(bytes), [
      { line: 1, row: 1, values: ['Pers.-Nr.', 'Vorname', 'Eintritt', 'Auto sync'] },
      { line: 2, row: 2, values: ['1001', 'Jürgen', '2026-12-31', 'true'] },
      { line: 4, row: 4, values: ['00042', 'Ada', '31.12.2026', 'false'] },
    ]);
  });

  it('has sheets to choose from, except for those that are hidden', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Hinweise', rows: [['Stand', 'März']] },
        { name: 'Personal', rows: [['Vorname'], ['Ada']] },
        { name: 'Listen', rows: [['x']], hidden: true },
      ],
    });
    assert.deepEqual(await readSheetNames(bytes), ['Hinweise', 'Personal']);
    assert.deepEqual(
      (await read(bytes, 'Personal')).map(({ values }) => values),
      [['Vorname'], ['Ada']],
    );
  });

  it('that is none is refused', async () => {
    for (const bytes of [Buffer.from('Vorname;Nachname\n'), Buffer.from('PK\x03\x04 cut off')])
      for (const reading of [read(bytes), readSheetNames(bytes)])
        await assert.rejects(reading, UnreadableXlsxError);
  });
});
