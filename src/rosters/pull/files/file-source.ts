import { SLASH_DATES } from '../../../../roster-files/values.ts';
import type { Connection, HrSystem, Input, SourceFile, Survey } from '../hr-system.ts';
import { PULLED_FIELDS } from '../pulled-fields.ts';

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
      const { sheet } = connection.credentials;
      return await connection.files.survey(await fetch(connection), { sheet, absenceTypeColumn });
    },
    async *list(connection, mapping, window) {
      const { sheet, slashDates } = connection.credentials;
      yield* connection.files.people(await fetch(connection), { sheet, slashDates, mapping, window });
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
