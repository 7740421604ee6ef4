/** The fields of a roster entry that a column can hold, by their names in the API. */
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
] as const;
export type Column = (typeof COLUMNS)[number];
export const REQUIRED: readonly Column[] = COLUMNS.slice(0, 6);

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
  dateOfBirth: ['Geburtsdatum', 'Geb.-Datum', 'Geburtstag', 'geb. am', 'Birth date', 'Birthday', 'DOB'],
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
    'Beschäftigt seit',
    'Beginn',
    'Hire date',
    'Hired on',
    'Date of hire',
    'Joining date',
    'Employment start date',
  ],
  terminationDate: [
    'Austritt',
    'Austrittsdatum',
    'Austritt am',
    'Letzter Arbeitstag',
    'Ende der Beschäftigung',
    'Beschäftigt bis',
    'Leaving date',
    'End date',
    'Employment end date',
    'Last day of work',
    'Last working day',
  ],
  autoSyncEmployee: ['Automatisch anmelden', 'Auto sync'],
  profileImage: ['Bild', 'Foto', 'Photo', 'Picture'],
};

/** Letters and digits only. `#` is kept: `Employee #` is a number, `Employee` is a name. */
function plain(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d#]/gu, '');
}

const BY_NAME = new Map<string, Column>(
  COLUMNS.flatMap((column) => [column, ...KNOWN_NAMES[column]].map((name) => [plain(name), column] as const)),
);

export interface Guess {
  column: Column;
  /** A guess of higher rank wins over others for the same column. */
  rank: number;
}

/** Guesses what a column holds by its heading. */
export function guessColumn(heading: string): Guess | undefined {
  const field = COLUMNS.find((column) => column === heading);
  if (field) return { column: field, rank: 2 };
  const name = plain(heading);
  const known = BY_NAME.get(name);
  if (known) return { column: known, rank: 1 };
  // Beside `Vorname`, `Name` is the last name. A column `Nachname` is the better guess.
  return name === 'name' ? { column: 'lastName', rank: 0 } : undefined;
}
