import { writeXlsx } from 'hucre/xlsx';

/** The headings of a German export. `Dienstl. Mail` is no heading that the portal knows. */
export const HEADINGS = [
  'Pers.-Nr.',
  'Anrede',
  'Vorname',
  'Name',
  'Geb.-Datum',
  'Dienstl. Mail',
  'Eintritt',
  'Austritt',
  'Anschrift',
] as const;

const FIRST = ['Änne', 'Jürgen', 'Sören', 'Zoë', 'Käthe', 'Björn', 'Müjgan', 'Anna', 'Jonas', 'Paul'];
const LAST = ['Groß', 'Müller', 'Weiß', 'Böhm', 'Brückner', 'Jäger', 'Schröder', 'Kühn', 'Öztürk', 'Fuß'];

const two = (number: number) => String(number).padStart(2, '0');

/** The cells of 300 people, as a spreadsheet shows them. */
export function people(): string[][] {
  return Array.from({ length: 300 }, (_, index) => {
    const first = FIRST[index % 10] ?? '';
    const last = `${LAST[Math.floor(index / 10) % 10]}-${LAST[Math.floor(index / 100)]}`;
    return [
      `0${4000 + index}`,
      index % 2 ? 'Herr' : 'Frau',
      first,
      last,
      `${two(1 + (index % 28))}.${two(1 + (index % 12))}.${1960 + (index % 40)}`,
      `person${index}@example.com`,
      `01.${two(1 + (index % 12))}.20${two(10 + (index % 14))}`,
      index === 7 ? '31.12.2026' : '',
      index === 3 ? 'Hauptstr. 1\n10115 Berlin' : 'Allee 2; 20095 Hamburg',
    ];
  });
}

/** A row as Excel numbers it, with headings in the first and a blank one in the 100th. */
export function rowOf(index: number): number {
  return index + 2 + (index >= 98 ? 1 : 0);
}

/** As Excel on German Windows saves it: semicolons, Windows-1252, a blank line among the people. */
export function csvOf(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string) => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [HEADINGS, ...rows].map((row) => row.map(cell).join(';'));
  const [before, after] = [lines.slice(0, 99), lines.slice(99)];
  return Buffer.from(`${[...before, ';;;;;;;;', ...after].join('\r\n')}\r\n`, 'latin1');
}

/** A workbook whose second sheet has the people, with dates as dates. */
export async function workbookOf(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const cell = (text: string) => {
    const day = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text);
    return day ? new Date(`${day[3]}-${day[2]}-${day[1]}T00:00:00Z`) : text;
  };
  const sheets = [
    {
      name: 'Hinweise',
      rows: [
        ['Stand', 'März'],
        ['Quelle', 'Lohn'],
      ],
    },
    { name: 'Personal', rows: [[...HEADINGS], ...rows.map((row) => row.map(cell))] },
  ];
  return Buffer.from(await writeXlsx({ sheets }));
}
