import { n } from '../number.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${n(count)} people`);
const rows = (count: number) => (count === 1 ? '1 row' : `${n(count)} rows`);

export const roster = {
  title: 'Send a roster file',
  text: 'For companies without an HR system, for a first try, or when the nightly push has failed. It must be the complete list: whoever is missing is offboarded.',
  isFetched:
    'The service fetches the rosters of this integration itself. A roster from elsewhere would contradict them.',
  step: { file: 'File', review: 'Review', confirm: 'Confirm and send' },
  back: { toFile: 'Back to the file', toReview: 'Back to the review' },

  choose: 'Choose a file',
  drop: 'Drop an Excel, CSV or JSON file here, or choose one.',
  other: 'Choose another file',
  reading: 'The file is being read …',
  sheet: 'Sheet',
  sheetHelp: 'The workbook has several sheets. Choose the one that lists the people.',

  format: 'What the file looks like',
  formatText:
    'An Excel or CSV file with a row of headings. The headings may be your own: you will see how they were understood, and can correct it. Programs can also send JSON, as the API takes it.',
  example: 'Example:',
  exampleName: 'employees',
  exampleSheet: 'Employees',
  column: 'Heading',
  meaning: 'Meaning',
  required: 'required',
  /** Headings of the example. They have to be understood like any other. */
  headings: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Work email',
    dateOfBirth: 'Date of birth',
    hrId: 'Employee ID',
    startDate: 'Hire date',
    terminationDate: 'Leaving date',
    autoSyncEmployee: 'Takes part',
    profileImage: 'Picture',
    'absences.type': 'Absence type',
    'absences.startDate': 'Absence start',
    'absences.endDate': 'Absence end',
    personnelNumber: 'Payroll number',
    costCentre: 'Cost centre',
    department: 'Department',
    location: 'Location',
    legalEntity: 'Legal entity',
  },
  columns: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail address',
    dateOfBirth: 'Date of birth',
    hrId: 'Personnel number',
    startDate: 'First day of employment',
    terminationDate: 'Last day of employment',
    autoSyncEmployee: 'Takes part (yes or no)',
    profileImage: 'Address of a picture',
    'absences.type': 'Type of absence',
    'absences.startDate': 'First day of absence',
    'absences.endDate': 'Last day of absence',
    personnelNumber: 'Payroll number',
    costCentre: 'Cost centre',
    department: 'Department',
    location: 'Location',
    legalEntity: 'Legal entity',
  },
  explained: {
    firstName: '',
    lastName: '',
    email: 'The address at work.',
    dateOfBirth: 'For example 12.04.1988 or 1988-04-12.',
    hrId: 'The number in your HR system. It must not change from file to file.',
    startDate: 'The first day of employment.',
    terminationDate: 'The last day of employment. Empty as long as the person stays.',
    autoSyncEmployee: 'Yes or no. Empty: as the integration is set.',
    profileImage: 'The address of a picture on the web.',
    'absences.type': 'For example parental leave. Several absences: a row for each.',
    'absences.startDate': 'The first day of the absence.',
    'absences.endDate': 'The last day of the absence. Empty if the end is open.',
    personnelNumber: 'Only if payroll uses another number than the HR system.',
    costCentre: 'The cost centre that payroll books the ticket on.',
    department: '',
    location: 'The place of work.',
    legalEntity: 'The company of your group that employs the person.',
  },
  exampleValues: {
    yes: 'yes',
    parental: 'Parental leave',
    department: 'Sales',
  },

  problems: 'The file cannot be read like this',
  problem: {
    empty: 'The file has no people in it.',
    json: 'This is not valid JSON.',
    shape: 'The JSON must be a list of people, or an object with the list “employees”.',
    workbook: 'This Excel file is damaged or has an unusual format. Save it again as .xlsx or as CSV.',
    'old-workbook':
      'This Excel file has a password or the old format .xls. Save it as .xlsx without a password.',
    'no-headings': 'The first row already has a person in it. Insert a row of headings above it.',
    quote: (line: number) => `A quotation mark that is opened on line ${line} is never closed.`,
  },

  read: (count: number, file: string) => `${people(count)} in ${file}`,
  mapping: 'How the columns were understood',
  mappingText: 'Correct what is wrong. It is remembered for this integration, also for your colleagues.',
  mappingRemembered: 'As remembered from an earlier file. Correct what is wrong.',
  yourColumn: 'Column in your file',
  sample: 'For example',
  unused: 'Not used',
  meaningOf: (heading: string) => `Meaning of ${heading}`,
  missing: (names: string) => `Still missing: ${names}. Choose the columns that hold it.`,
  ambiguous: (name: string, headings: string) =>
    `Several columns may be “${name}”: ${headings}. Choose one of them.`,
  leftOutDates: (headings: string) =>
    `Not used, although there are dates in it: ${headings}. If that is the last day of work or an absence, choose it below.`,
  slashes: 'How are dates such as 03/04/2026 written?',
  slashDates: { '': 'Please choose', 'DD/MM/YYYY': 'Day/month/year', 'MM/DD/YYYY': 'Month/day/year' },
  saveMapping: 'Download the mapping',
  saveMappingText: 'A nightly job on your server can read files with the same mapping.',

  absences: 'Absences',
  absencesText:
    'The file says nothing about absences. Without them everybody counts as present: people on parental leave, or ill for long, would get tickets again from the next month on.',
  absencesQuestion: 'Who is absent?',
  absence: {
    keep: 'Keep the known absences',
    keepText: 'Absences from earlier rosters stay as they are.',
    file: 'A second file with the absences',
    fileText: 'It has a row for each absence: personnel number, type, first day, last day.',
    none: 'Nobody is absent',
    noneText: 'All known absences end with this roster.',
  },
  absencesInFile: 'Absences are columns of the file. Whoever has none there counts as present.',
  absencesRead: (count: number, file: string) => `${rows(count)} in ${file}`,
  strangers: (count: number) =>
    count === 1
      ? 'The absences of 1 personnel number are left out: the roster does not list it.'
      : `The absences of ${n(count)} personnel numbers are left out: the roster does not list them.`,

  check: 'Check the file',
  cannotCheck: 'Some columns still have to be chosen.',
  checking: 'The file is being checked. Nothing is changed.',
  progress: {
    upload: 'Sending the file',
    read: 'Reading and checking every row',
    planning: 'Comparing with the people on record',
    people: 'Working out who changes',
    subscriptions: (done: string, total: string) => `Working out subscriptions: ${done} of ${total} people`,
  },
  sending: 'The roster is being sent.',

  mistakes: (count: number, wrong: number) =>
    count === 1 ? '1 mistake in the file' : `${n(count)} mistakes in ${rows(wrong)}`,
  mistakesText: 'Nothing was sent or changed. Row numbers are those that Excel shows.',
  keptRows: (wrong: number) =>
    wrong === 1 ? '1 row has mistakes and is left out' : `${rows(wrong)} have mistakes and are left out`,
  downloadMistakes: 'Download all mistakes (CSV)',
  mistakesFile: 'mistakes',
  moreMistakes: (count: number) => `… and ${n(count)} more. The list to download has them all.`,
  tooManyMistakes: (shown: number, count: number) =>
    `There are ${n(count)} mistakes. These are the first ${n(shown)}.`,
  row: 'Row',
  entry: 'Entry',
  person: 'Person',
  number: 'Personnel number',
  value: 'Value',
  mistake: 'Mistake',
  file: 'File',
  nobody: 'without a name',
  kind: {
    empty: 'is missing',
    'no-date': 'not a date',
    'no-such-day': 'this day does not exist',
    'short-year': 'the year needs four digits',
    'slash-date': 'day and month are not clear',
    'ends-before-start': 'lies before the first day of the absence',
    'no-email': 'not an e-mail address',
    'no-yes-or-no': 'neither yes nor no',
    'no-web-address': 'not a web address',
    duplicate: 'occurs twice',
    'too-long': 'too long',
    unprintable: 'contains invisible characters',
    wrong: 'not valid',
  },
  duplicateOf: (line: number) => `occurs already in row ${line}`,
  correct: 'Correct the file',
  correctText:
    'Correct these rows in your file, save it, and choose it again. The columns stay as you have set them.',
  keep: 'Or go on without these rows',
  keepText: (count: number) =>
    count === 1
      ? 'The person of this row stays as on record: nothing is changed, and nobody is offboarded because of it. A new person is only added once the row is correct.'
      : `The ${n(count)} people of these rows stay as on record: nothing is changed, and nobody is offboarded because of it. New people are only added once their rows are correct.`,
  keepButton: (count: number) => `Go on without ${count === 1 ? 'this row' : `these ${rows(count)}`}`,
  dropText: (nameless: number, others: number, isChecked: boolean) =>
    `${nameless === 1 ? '1 row has no personnel number and is not sent' : `${n(nameless)} rows have no personnel number and are not sent`}: people among them who are already known are listed ${isChecked ? 'above' : 'in the next step'} among those who would be offboarded.${others === 0 ? '' : ' For the people of the other rows everything stays as it is.'}`,
  notKept: {
    duplicate: (count: number) =>
      `These rows cannot be left out: ${count === 1 ? 'a personnel number occurs' : `${n(count)} personnel numbers occur`} twice, so nobody knows which row is right.`,
    'too-many': (_count: number) =>
      'These rows cannot be left out, because they are too many: at most 5\u00a0% of the rows may be wrong, or fewer than ten and fewer than half. So many mistakes mean that something is wrong with the file.',
    other: (_count: number) => 'These rows cannot be left out: the file as a whole is not valid.',
  },

  leavers: (count: number, of: number | undefined) =>
    `${people(count)}${of === undefined ? '' : ` of ${n(of)}`} would be offboarded`,
  leaversText: (missing: number, all: number) =>
    missing < all
      ? `${n(missing)} of them ${missing === 1 ? 'is' : 'are'} not in the file. Is it complete?`
      : all === 1
        ? 'This person is not in the file. Is it complete? The subscription would end.'
        : 'These people are not in the file. Is it complete? Their subscriptions would end.',
  noLeavers: 'Nobody would be offboarded',
  noLeaversText: 'Everybody on record for this integration is in the file.',
  leaversWithDate: (count: number) =>
    count === 1
      ? '1 of them is in the file, with a last day of employment.'
      : `${n(count)} of them are in the file, with a last day of employment.`,
  showAll: (count: number) => `Show all ${n(count)}`,
  showFirst: (shown: number) => `Show the first ${n(shown)}`,
  shownOf: (shown: number, count: number) => `The first ${n(shown)} of ${n(count)}.`,
  wouldBeHeld:
    'These are more than the integration allows without a look. They would be held until somebody approves.',
  otherChanges: 'Everything else that would change',
  otherChangesText: 'Nothing has been changed yet.',
  noOtherChanges: 'Nothing else would change.',
  toConfirm: 'Go on to confirm',

  confirmTitle: 'Send this roster?',
  summary: {
    file: 'File',
    people: 'People in the file',
    added: 'New people',
    updated: 'Changed',
    leavers: 'Offboarded',
    unchanged: 'Unchanged',
    leftOut: 'Rows left out',
    absences: 'Absences',
  },
  summaryAbsences: {
    keep: 'known ones stay',
    file: 'from the second file',
    none: 'nobody is absent',
    inFile: 'as in the file',
  },
  typeNumber: (count: number) => `Type ${n(count)} to confirm that ${people(count)} would be offboarded`,
  typeNumberHelp: 'More than 20\u00a0% of the people would leave. That is usual only with a wrong file.',
  typedWrong: 'This is not the number of people who would be offboarded.',
  send: (count: number) => `Send the roster of ${people(count)}`,

  applying: 'The roster has been received and is being applied',
  result: {
    succeeded: 'The roster has been applied',
    held: {
      ends: 'The roster has been applied, except for those who would be offboarded',
      numbers: 'The roster has been applied, except for the new personnel numbers',
      both: 'The roster has been applied, except for those who would be offboarded and the new personnel numbers',
    },
    failed: 'The roster could not be applied',
    other: 'The roster has been received',
  },
  heldText: (count: number) =>
    `${people(count)} wait for approval. Everything stays as it is for them until somebody approves or discards it.`,
  decideHeld: {
    ends: 'Decide about them',
    numbers: 'Decide about the new numbers',
    both: 'Decide about both',
  },
  toSync: 'Look at the sync',
  sendAnother: 'Send another file',
};
