import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decode } from '../../../roster-files/decode.ts';
import { readRosterFile } from '../../../web/src/pages/send-roster/read-roster-file.ts';

const HEADINGS = 'firstName,lastName,email,dateOfBirth,hrId,startDate';
const ANNA = {
  firstName: 'Anna',
  lastName: 'Beispiel',
  email: 'anna@example.com',
  dateOfBirth: '1988-04-12',
  hrId: 'P-1',
  startDate: '2024-03-01',
};

describe('a roster file', () => {
  it('is read as CSV whose headings are the field names of the API', () => {
    const text = `${HEADINGS}\r\nAnna,Beispiel,anna@example.com,1988-04-12,P-1,2024-03-01\r\n`;
    assert.deepEqual(readRosterFile('roster.csv', text), { employees: [ANNA] });
  });

  it('is read in the CSV format of a German spreadsheet', () => {
    const text =
      '\uFEFFNachname;Vorname;E-Mail-Adresse;Geburtsdatum;Personalnummer;Eintritt;Austritt;Abteilung\n' +
      'Beispiel;Anna;anna@example.com;12.4.1988;P-1;01.03.2024;;Einkauf\n\n';
    assert.deepEqual(readRosterFile('Liste.csv', text), { employees: [ANNA] });
  });

  it('keeps its umlauts in UTF-8 and in the Windows default encoding', () => {
    const bytes = (saved: Buffer) => Uint8Array.from(saved).buffer;
    assert.equal(decode(bytes(Buffer.from('Jürgen Groß'))), 'Jürgen Groß');
    assert.equal(decode(bytes(Buffer.from('Jürgen Groß', 'latin1'))), 'Jürgen Groß');
  });

  it('keeps separators, line breaks and quotation marks inside quoted values', () => {
    const text = `${HEADINGS}\n"Anna ""Anni""","Beispiel,\nvon",a@example.com,1988-04-12,007,2024-03-01`;
    assert.deepEqual(readRosterFile('r.csv', text), {
      employees: [
        {
          ...ANNA,
          firstName: 'Anna "Anni"',
          lastName: 'Beispiel,\nvon',
          email: 'a@example.com',
          hrId: '007',
        },
      ],
    });
  });

  it('omits optional empty values, and reads yes and no as true and false', () => {
    const text = `${HEADINGS},autoSyncEmployee,terminationDate\nAnna,Beispiel,anna@example.com,1988-04-12,P-1,2024-03-01,nein,`;
    assert.deepEqual(readRosterFile('r.csv', text), { employees: [{ ...ANNA, autoSyncEmployee: false }] });
  });

  it('keeps invalid values, so that the service can point at them', () => {
    const text = `${HEADINGS}\nAnna,Beispiel,,31.02.2024,P-1,soon`;
    assert.deepEqual(readRosterFile('r.csv', text), {
      employees: [{ ...ANNA, email: '', dateOfBirth: '2024-02-31', startDate: 'soon' }],
    });
  });

  it('is read as JSON, as a plain list or as the body of a sync', () => {
    assert.deepEqual(readRosterFile('r.json', JSON.stringify([ANNA])), { employees: [ANNA] });
    assert.deepEqual(readRosterFile('r.json', JSON.stringify({ syncId: 'x', employees: [ANNA] })), {
      employees: [ANNA],
    });
  });

  for (const [what, name, text, problem] of [
    ['without people', 'r.csv', HEADINGS, { problem: 'empty' }],
    ['with an empty list', 'r.json', '[]', { problem: 'empty' }],
    ['of broken JSON', 'r.json', '[{', { problem: 'json' }],
    ['of JSON without a list', 'r.json', '{"people": []}', { problem: 'shape' }],
    [
      'without some headings',
      'r.csv',
      'firstName,lastName,email,hrId\n',
      { problem: 'columns', missing: ['dateOfBirth', 'startDate'] },
    ],
    [
      'with two columns for one field',
      'r.csv',
      `${HEADINGS.replace('email', 'E-Mail')},Work Email\n`,
      { problem: 'ambiguous', headings: ['E-Mail', 'Work Email'] },
    ],
    ['with an open quotation mark', 'r.csv', `${HEADINGS}\n"Anna,`, { problem: 'quote', line: 2 }],
  ] as const)
    it(`${what} is not sent, and the problem is named`, () =>
      assert.deepEqual(readRosterFile(name, text), problem));
});
