import { COLUMNS, type Column } from '../../../../roster-files/columns.ts';
import type { roster } from '../../../../texts/en/portal/roster.ts';
import type { Language } from '../../../../texts/language.ts';

type Person = Partial<Record<Column, string>>;

/** Columns that hardly any file has are left out. */
const SHOWN = COLUMNS.filter((column) => column !== 'profileImage');

/** The rows of an example in the reader's language, headings included. Days are ISO days. */
export function exampleRows({ headings, exampleValues }: typeof roster): string[][] {
  const people: Person[] = [
    {
      firstName: 'Änne',
      lastName: 'Müller',
      email: 'aenne.mueller@example.com',
      dateOfBirth: '1988-04-12',
      hrId: '1001',
      startDate: '2024-03-01',
      autoSyncEmployee: exampleValues.yes,
      personnelNumber: '00815',
      costCentre: '4711',
      department: exampleValues.department,
      location: 'Berlin',
      legalEntity: 'Beispiel GmbH',
    },
    {
      firstName: 'Jonas',
      lastName: 'Groß',
      email: 'jonas.gross@example.com',
      dateOfBirth: '1992-11-30',
      hrId: '1002',
      startDate: '2025-09-15',
      terminationDate: '2026-12-31',
    },
    {
      firstName: 'Sofia',
      lastName: 'Weiß',
      email: 'sofia.weiss@example.com',
      dateOfBirth: '1990-02-03',
      hrId: '1003',
      startDate: '2020-01-01',
      'absences.type': exampleValues.parental,
      'absences.startDate': '2026-05-01',
      'absences.endDate': '2027-04-30',
    },
  ];
  return [
    SHOWN.map((column) => headings[column]),
    ...people.map((person) => SHOWN.map((column) => person[column] ?? '')),
  ];
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The same with days as people write them in this language. */
export function inLanguage(rows: readonly string[][], language: Language): string[][] {
  if (language !== 'de') return rows.map((row) => [...row]);
  return rows.map((row) => row.map((value) => value.replace(DAY, '$3.$2.$1')));
}
