import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ABSENCES, type Column, columnAt, guessColumn } from '../../../roster-files/columns.ts';
import { matchColumns } from '../../../roster-files/match-columns.ts';

/** Headings as HR systems write them. */
const HEADINGS: [Column, ...string[]][] = [
  [
    'hrId',
    'Pers.-Nr.',
    'Personalnummer',
    'PERSONALNUMMER',
    'Personal-Nr',
    'Mitarbeiter-ID',
    'Employee ID',
    'Employee #',
    'employee_number',
    'hr_id',
  ],
  ['firstName', 'Vorname', 'First Name', 'first_name', 'Given name', 'Legal First Name'],
  ['lastName', 'Nachname', 'Familienname', 'Last Name', 'Surname', 'Name'],
  ['email', 'E-Mail', 'E-Mail-Adresse', 'E-Mail (dienstlich)', 'Work Email', 'Email - Work', 'email address'],
  [
    'dateOfBirth',
    'Geb.-Datum',
    'Geburtsdatum',
    'Geburtstag',
    'Date of Birth',
    'Birth Date',
    'birthdate',
    'DOB',
  ],
  [
    'startDate',
    'Eintritt',
    'Eintrittsdatum',
    'Einstellungsdatum',
    'Beginn',
    'Beschäftigungsbeginn',
    'Hire Date',
    'Start date',
    'Start',
  ],
  ['absences.type', 'Abwesenheit', 'Abwesenheitsart', 'Absence Type', 'Leave type'],
  ['absences.startDate', 'Abwesend ab', 'Abwesenheit von', 'Absence start'],
  ['absences.endDate', 'Abwesend bis', 'Abwesenheit bis', 'Absence end date'],
  [
    'terminationDate',
    'Austritt',
    'Austrittsdatum',
    'Letzter Arbeitstag',
    'Ende',
    'Enddatum',
    'Beschäftigungsende',
    'Ausgeschieden am',
    'Termination Date',
    'End Date',
    'Exit date',
  ],
  ['hrId', 'Personnel number', 'Personalnummer'],
  ['personnelNumber', 'personnelNumber', 'Personalnummer (Lohn)', 'Payroll number'],
  ['costCentre', 'Kostenstelle', 'Cost center', 'cost_centre'],
  ['department', 'Abteilung', 'DEPARTMENT'],
  ['location', 'Standort', 'Work location'],
  ['legalEntity', 'Gesellschaft', 'Mandant', 'Legal Entity'],
];

describe('headings', () => {
  for (const [column, ...headings] of HEADINGS)
    for (const heading of headings)
      it(`${heading} is ${column}`, () => assert.equal(guessColumn(heading)?.column, column));

  for (const heading of [
    'E-Mail privat',
    'Kündigungsdatum',
    'Probezeit bis',
    'Befristet bis',
    'Bis',
    'Kostenart',
    '',
    'Vorname Vorgesetzter',
  ])
    it(`"${heading}" is nothing that a roster has`, () => assert.equal(guessColumn(heading), undefined));
});

describe('the columns of a table', () => {
  const COMPLETE = ['Pers.-Nr.', 'Vorname', 'Nachname', 'E-Mail', 'Geb.-Datum', 'Eintritt'];

  it('are guessed', () => {
    const { columns, missing, ambiguous } = matchColumns([...COMPLETE, 'Abteilung', 'Gehaltsgruppe']);
    assert.deepEqual(columns, [
      'hrId',
      'firstName',
      'lastName',
      'email',
      'dateOfBirth',
      'startDate',
      'department',
      undefined,
    ]);
    assert.deepEqual([missing, ambiguous], [[], []]);
  });

  it('for payroll are left out if several headings fit, unless somebody has chosen', () => {
    const headings = [...COMPLETE, 'Standort', 'Arbeitsort'];
    const { columns, ambiguous, leftOut } = matchColumns(headings);
    assert.deepEqual(
      [columns.slice(6), ambiguous, leftOut],
      [[undefined, undefined], [], ['Standort', 'Arbeitsort']],
    );
    assert.equal(matchColumns(headings, { Arbeitsort: 'location' }).columns[7], 'location');
  });

  it('that are missing are named', () => {
    assert.deepEqual(matchColumns(['Vorname', 'Name']).missing, [
      'email',
      'dateOfBirth',
      'hrId',
      'startDate',
    ]);
  });

  it('take Name for the last name only if there is no better one', () => {
    assert.deepEqual(matchColumns(['Name', 'Vorname', 'Nachname']).columns, [
      undefined,
      'firstName',
      'lastName',
    ]);
  });

  it('take Beginn and Ende for the employment, unless a better one or an absence is there', () => {
    const people = ['Pers.-Nr.', 'Vorname', 'Nachname', 'E-Mail', 'Geb.-Datum'];
    const datesOf = (...headings: string[]) => matchColumns([...people, ...headings]).columns.slice(5);
    assert.deepEqual(datesOf('Beginn', 'Ende'), ['startDate', 'terminationDate']);
    assert.deepEqual(datesOf('Eintritt', 'Austritt', 'Beginn', 'Ende'), [
      'startDate',
      'terminationDate',
      undefined,
      undefined,
    ]);
    assert.deepEqual(datesOf('Eintritt', 'Abwesenheit', 'Beginn', 'Ende'), ['startDate', ...Array(3)]);
    const choices = { Grund: 'absences.type', Beginn: 'absences.startDate' } as const;
    const chosen = matchColumns([...people, 'Eintritt', 'Grund', 'Beginn', 'Ende'], choices);
    assert.deepEqual(chosen.columns.slice(6), ['absences.type', 'absences.startDate', undefined]);
  });

  it('prefer the field name of the API to a guess', () => {
    assert.deepEqual(matchColumns(['Personalnummer', 'hrId']).columns, [undefined, 'hrId']);
  });

  it('that mean the same need a decision', () => {
    const headings = [...COMPLETE, 'Work Email'];
    assert.deepEqual(matchColumns(headings).ambiguous, [
      { column: 'email', headings: ['E-Mail', 'Work Email'] },
    ]);
    assert.deepEqual(matchColumns(headings).missing, []);
    for (const choices of [{ 'E-Mail': null }, { 'Work Email': 'email' }] as const) {
      const { columns, ambiguous } = matchColumns(headings, choices);
      assert.deepEqual(ambiguous, []);
      assert.deepEqual([columns[3], columns[6]], [undefined, 'email']);
    }
  });

  it('are what a choice says, not what the heading suggests', () => {
    const { columns, missing } = matchColumns([...COMPLETE, 'Konzern-ID'], {
      'Konzern-ID': 'hrId',
      'Geb.-Datum': null,
    });
    assert.equal(columns[0], undefined);
    assert.equal(columns[6], 'hrId');
    assert.deepEqual(missing, ['dateOfBirth']);
  });

  it('with the same heading are told apart by a number', () => {
    const headings = [...COMPLETE, 'E-Mail'];
    assert.deepEqual(matchColumns(headings).ambiguous, [
      { column: 'email', headings: ['E-Mail', 'E-Mail (2)'] },
    ]);
    const { columns, ambiguous } = matchColumns(headings, { 'E-Mail (2)': 'email' });
    assert.deepEqual([columns[3], columns[6], ambiguous], [undefined, 'email', []]);
  });

  it('have absences only with a type and a first day, unless a choice demands them', () => {
    const absence = ['Abwesenheit', 'Abwesend ab', 'Abwesend bis'];
    assert.deepEqual(matchColumns([...COMPLETE, ...absence]).columns.slice(6), [
      'absences.type',
      'absences.startDate',
      'absences.endDate',
    ]);
    const { columns, missing } = matchColumns([...COMPLETE, 'Abwesenheit']);
    assert.deepEqual([columns[6], missing], [undefined, []]);
    assert.deepEqual(matchColumns([...COMPLETE, 'Grund'], { Grund: 'absences.type' }).missing, [
      'absences.startDate',
    ]);
  });

  it('of a file that has only absences are understood as such', () => {
    const { columns, missing } = matchColumns(['Personalnummer', 'Name', 'Art', 'Von', 'Bis'], {}, ABSENCES);
    assert.deepEqual(columns, ['hrId', undefined, 'absences.type', 'absences.startDate', 'absences.endDate']);
    assert.deepEqual(missing, []);
    assert.deepEqual(matchColumns(['PNr', 'Beginn'], {}, ABSENCES).missing, ['absences.type']);
  });

  it('are found by the path of a field in an entry', () => {
    assert.equal(columnAt('dateOfBirth'), 'dateOfBirth');
    assert.equal(columnAt('absences/3/startDate'), 'absences.startDate');
    assert.equal(columnAt('absences/0'), undefined);
  });
});
