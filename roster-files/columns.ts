/** The fields of a roster entry that a column can hold, by their names in the API. A row has one absence at most. */
export const COLUMNS = [
  'firstName',
  'lastName',
  'email',
  'dateOfBirth',
  'hrId',
  'startDate',
  'terminationDate',
  'autoSyncEmployee',
  'profileImage',
  'absences.type',
  'absences.startDate',
  'absences.endDate',
  'personnelNumber',
  'costCentre',
  'department',
  'location',
  'legalEntity',
] as const;
export type Column = (typeof COLUMNS)[number];
export const REQUIRED: readonly Column[] = COLUMNS.slice(0, 6);

/** For payroll. If several headings fit one of them equally well, none is used: a file must not fail because of them. */
export const PAYROLL_COLUMNS: readonly Column[] = COLUMNS.slice(-5);

const WITHIN_ABSENCE = 'absences.';

/** The field of an absence that the column holds: `type` for `absences.type`. Undefined for fields of the person. */
export function fieldOfAbsence(column: Column): string | undefined {
  return column.startsWith(WITHIN_ABSENCE) ? column.slice(WITHIN_ABSENCE.length) : undefined;
}

export const ABSENCE_COLUMNS: readonly Column[] = COLUMNS.filter((column) => fieldOfAbsence(column));

/** The column of a field in an entry, by its path: `dateOfBirth`, `absences/0/type`. */
export function columnAt(path: string): Column | undefined {
  const name = path.replace(/^absences\/\d+\//, WITHIN_ABSENCE);
  return isColumn(name) ? name : undefined;
}

export function isColumn(name: unknown): name is Column {
  return COLUMNS.some((column) => column === name);
}

/**
 * Headings of HR systems in German and English, compared without case, spaces and punctuation. The date on which notice was
 * given (Kündigungsdatum) is left out on purpose: it is not the last day.
 */
const KNOWN_NAMES: Record<Column, readonly string[]> = {
  firstName: ['Vorname', 'Rufname', 'Given name', 'Forename', 'Legal first name'],
  lastName: ['Nachname', 'Familienname', 'Zuname', 'Surname', 'Family name', 'Legal last name'],
  email: [
    'E-Mail',
    'Mail',
    'E-Mail-Adresse',
    'Mailadresse',
    'E-Mail dienstlich',
    'E-Mail (dienstlich)',
    'Dienstliche E-Mail',
    'Dienstliche E-Mail-Adresse',
    'E-Mail geschäftlich',
    'Geschäftliche E-Mail',
    'Geschäftliche E-Mail-Adresse',
    'Firmen-E-Mail',
    'E-Mail address',
    'Work email',
    'Work email address',
    'Email - Work',
    'Business email',
    'Company email',
  ],
  dateOfBirth: [
    'Geburtsdatum',
    'Geb.-Datum',
    'Geburtstag',
    'Geboren',
    'Geboren am',
    'geb. am',
    'Birth date',
    'Birthday',
    'DOB',
  ],
  hrId: [
    'Personalnummer',
    'Personal-Nr.',
    'Personalnr',
    'Pers.-Nr.',
    'Pers.-Nummer',
    'PNr',
    'PERNR',
    'Mitarbeiternummer',
    'Mitarbeiter-Nr.',
    'Mitarbeiter-ID',
    'MA-Nr.',
    'Employee ID',
    'Employee number',
    'Employee no.',
    'Employee #',
    'Personnel number',
    'Personnel no.',
    'Staff ID',
    'Staff number',
    'Worker ID',
  ],
  startDate: [
    'Eintritt',
    'Eintrittsdatum',
    'Eintritt am',
    'Einstellungsdatum',
    'Eingestellt am',
    'Beschäftigt seit',
    'Beschäftigungsbeginn',
    'Beginn der Beschäftigung',
    'Beginn des Arbeitsverhältnisses',
    'Hire date',
    'Hired on',
    'Date of hire',
    'Joining date',
    'Date of joining',
    'Date joined',
    'Employment start',
    'Employment start date',
  ],
  terminationDate: [
    'Austritt',
    'Austrittsdatum',
    'Austritt am',
    'Letzter Arbeitstag',
    'Letzter Tag der Beschäftigung',
    'Beschäftigungsende',
    'Ende der Beschäftigung',
    'Ende des Arbeitsverhältnisses',
    'Beschäftigt bis',
    'Ausgeschieden am',
    'Ausscheidedatum',
    'Leaving date',
    'Date of leaving',
    'Exit date',
    'Date of termination',
    'Employment end',
    'Employment end date',
    'Last day of work',
    'Last working day',
  ],
  autoSyncEmployee: ['Nimmt teil', 'Automatisch anmelden', 'Takes part', 'Auto sync'],
  profileImage: ['Bild', 'Foto', 'Photo', 'Picture'],
  'absences.type': [
    'Abwesenheit',
    'Abwesenheitsart',
    'Art der Abwesenheit',
    'Abwesenheitsgrund',
    'Grund der Abwesenheit',
    'Fehlzeit',
    'Fehlzeitart',
    'Art der Fehlzeit',
    'Absence',
    'Absence type',
    'Type of absence',
    'Leave type',
    'Type of leave',
    'Time off type',
  ],
  'absences.startDate': [
    'Abwesend ab',
    'Abwesend von',
    'Abwesend seit',
    'Abwesenheit ab',
    'Abwesenheit von',
    'Beginn der Abwesenheit',
    'Abwesenheitsbeginn',
    'Fehlzeit von',
    'Fehlzeit ab',
    'Absent from',
    'Absence from',
    'Absence start',
    'Absence start date',
    'Leave start',
    'Leave start date',
  ],
  'absences.endDate': [
    'Abwesend bis',
    'Abwesenheit bis',
    'Ende der Abwesenheit',
    'Abwesenheitsende',
    'Fehlzeit bis',
    'Absent until',
    'Absence until',
    'Absence to',
    'Absence end',
    'Absence end date',
    'Leave end',
    'Leave end date',
  ],
  // Beside the number of the HR system.
  personnelNumber: [
    'Personalnummer (Lohn)',
    'Personalnummer Lohnabrechnung',
    'Lohn-Personalnummer',
    'Lohnnummer',
    'Lohn-Nr.',
    'Abrechnungsnummer',
    'Payroll number',
    'Payroll no.',
    'Payroll ID',
    'Payroll personnel number',
  ],
  costCentre: [
    'Kostenstelle',
    'Kostenstellennummer',
    'Kostenstellen-Nr.',
    'Stammkostenstelle',
    'KST',
    'Cost center',
    'Cost centre code',
    'Cost center code',
    'Cost centre number',
    'Cost center number',
  ],
  department: ['Abteilung', 'Fachabteilung', 'Abteilungsname', 'Dept.', 'Department name'],
  location: [
    'Standort',
    'Arbeitsort',
    'Arbeitsstätte',
    'Dienstort',
    'Betriebsstätte',
    'Niederlassung',
    'Work location',
    'Place of work',
    'Workplace',
    'Office',
    'Site',
  ],
  legalEntity: [
    'Gesellschaft',
    'Mandant',
    'Firma',
    'Tochtergesellschaft',
    'Arbeitgeber',
    'Company',
    'Subcompany',
    'Employer',
  ],
};

/** These mean the employment, unless the table has absences too: then either can be meant. */
const KNOWN_WITHOUT_ABSENCES: readonly (readonly [Column, readonly string[]])[] = [
  ['startDate', ['Beginn', 'Start', 'Startdatum']],
  ['terminationDate', ['Ende', 'Ende am', 'Enddatum', 'End', 'End date']],
];

/** In a file that has only absences, these mean the absence and not the employment. */
const KNOWN_IN_ABSENCES: readonly (readonly [Column, readonly string[]])[] = [
  ['absences.type', ['Art', 'Grund', 'Typ', 'Type', 'Reason']],
  ['absences.startDate', ['Von', 'Ab', 'Beginn', 'Start', 'Erster Tag', 'From', 'Start date', 'First day']],
  ['absences.endDate', ['Bis', 'Ende', 'End', 'Letzter Tag', 'To', 'Until', 'End date', 'Last day']],
];

/** Letters and digits only. `#` is kept: `Employee #` is a number, `Employee` is a name. */
function plain(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d#]/gu, '');
}

/** The first column with a name counts: `Personnel number` is the `hrId`, which every file needs. */
const byName = (names: readonly (readonly [Column, readonly string[]])[]) =>
  new Map(names.flatMap(([column, known]) => known.map((name) => [plain(name), column] as const)).reverse());

const BY_NAME = byName(COLUMNS.map((column) => [column, [column, ...KNOWN_NAMES[column]]]));
const BY_NAME_WITHOUT_ABSENCES = byName(KNOWN_WITHOUT_ABSENCES);
const BY_NAME_IN_ABSENCES = byName(KNOWN_IN_ABSENCES);

export interface Guess {
  column: Column;
  /** A guess of higher rank wins over others for the same column. */
  rank: number;
  /** The guess does not hold in a table that has absences. */
  onlyWithoutAbsences?: true;
}

/** Guesses what a column holds by its heading. */
export function guessColumn(heading: string): Guess | undefined {
  const field = COLUMNS.find((column) => column === heading);
  if (field) return { column: field, rank: 2 };
  const name = plain(heading);
  const known = BY_NAME.get(name);
  if (known) return { column: known, rank: 1 };
  const unclear = BY_NAME_WITHOUT_ABSENCES.get(name);
  if (unclear) return { column: unclear, rank: 0, onlyWithoutAbsences: true };
  // Beside `Vorname`, `Name` is the last name. A column `Nachname` is the better guess.
  return name === 'name' ? { column: 'lastName', rank: 0 } : undefined;
}

/** What a table can hold. */
export interface TableKind {
  columns: readonly Column[];
  required: readonly Column[];
  guess: (heading: string) => Guess | undefined;
}

export const PEOPLE: TableKind = { columns: COLUMNS, required: REQUIRED, guess: guessColumn };

/** A table with a row for each absence. */
export const ABSENCES: TableKind = {
  columns: ['hrId', ...ABSENCE_COLUMNS],
  required: ['hrId', 'absences.type', 'absences.startDate'],
  guess: (heading) => {
    const column = BY_NAME_IN_ABSENCES.get(plain(heading));
    return column ? { column, rank: 1 } : guessColumn(heading);
  },
};
