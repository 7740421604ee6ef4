import { SLASH_DATES } from '../../../../roster-files/values.ts';
import type { Connection, HrSystem, Input, SourceFile, Survey } from '../hr-system.ts';
import { PULLED_FIELDS } from '../pulled-fields.ts';
import { peopleOf } from './people.ts';
import { readTable } from './read-table.ts';
import { surveyTable } from './survey-table.ts';

/** What an admin can say about a file, wherever it comes from. */
const FILE_INPUTS: readonly Input[] = [
  // Of a workbook, by default the first.
  { name: 'sheet', kind: 'text', isRequired: false },
  // How dates with slashes are written. Without it they are refused.
  { name: 'slashDates', kind: 'choice', isRequired: false, choices: ['no-slashes', ...SLASH_DATES] },
];

interface FileSource extends Pick<HrSystem, 'baseUrl' | 'isDropped'> {
  inputs: readonly Input[];
  /** Whether the admin has to confirm something before the file may be fetched. */
  toConfirm?: (connection: Connection) => Promise<Survey['toConfirm']>;
  fetch(connection: Connection): Promise<SourceFile>;
}

const PAGE = 500;

/** A system whose people come as one file. The names of its fields are the headings of the columns. */
export function fileSource({ inputs, toConfirm, fetch, ...others }: FileSource): HrSystem {
  return {
    ...others,
    isFile: true,
    inputs: [...inputs, ...FILE_INPUTS],
    // A file that omits somebody says that they have left, as every roster does.
    listsLeavers: false,
    rights: {
      hrId: 'Column with the personnel number',
      firstName: 'Column with the first name',
      lastName: 'Column with the last name',
      email: 'Column with the e-mail address',
      dateOfBirth: 'Column with the birth date',
      startDate: 'Column with the first day of employment',
      terminationDate: 'Column with the last day of employment',
      personnelNumber: 'Column with the personnel number for payroll',
      costCentre: 'Column with the cost centre',
      department: 'Column with the department',
      location: 'Column with the location',
      legalEntity: 'Column with the legal entity',
      absences: 'Columns with type, first and last day of the absence',
    },
    async survey(connection, absenceTypeColumn) {
      const question = await toConfirm?.(connection);
      if (question) return { ...NOTHING_SEEN, toConfirm: question };
      const table = await readTable(await fetch(connection), connection.credentials['sheet']);
      return surveyTable(table, absenceTypeColumn);
    },
    async *list(connection, mapping, window) {
      const { sheet, slashDates } = connection.credentials;
      const table = await readTable(await fetch(connection), sheet);
      const people = peopleOf(table, mapping, window, slashDates);
      for (let from = 0; from < people.length; from += PAGE)
        yield { people: people.slice(from, from + PAGE), total: people.length };
    },
  };
}

const NOTHING_SEEN: Survey = {
  people: null,
  fields: [],
  guesses: Object.fromEntries(PULLED_FIELDS.map((field) => [field, null])) as Survey['guesses'],
  absenceTypes: null,
  missing: [],
};
