import { n } from '../number.ts';

const REFUSED_VALUES: Record<string, string> = {
  missing: 'missing',
  'wrong-type': 'not in the expected format',
  'not-allowed': 'not one of the possible values',
  'too-small': 'too small',
  'too-large': 'too large',
  'too-short': 'too short',
  'too-long': 'too long',
  'too-few': 'empty',
  'too-many': 'too many',
  duplicate: 'used more than once',
  repeated: 'given more than once',
};

export const integrations = {
  title: 'HR integrations',
  text: 'Each one is a system with the complete list of its employees: the service fetches it, or the system sends it.',
  create: 'Add an integration',
  createText:
    'A place to which your own program, or you with a file, send rosters. People are kept apart by integration: one roster never touches people of another.',
  namePlaceholder: 'Personnel system Berlin',
  created: 'The integration has been added.',
  none: 'No integration yet',
  noneText: 'Add one to receive rosters from your HR system.',
  people: 'People',
  lastSync: 'Last sync',
  back: 'HR integrations',
  settings: 'Settings',
  hold: 'Hold for approval',
  holdText:
    'A roster with which many people would leave waits for your approval: an incomplete export must not offboard everybody.',
  holdCount: 'More subscriptions would end than',
  holdPercent: 'More of the people would leave than',
  holdNew: (percent: number) =>
    `Hold a roster for approval if more than ${percent}\u00a0% of the people would leave`,
  holdNewText:
    'An incomplete export then offboards nobody before you have looked at it. You can change the limit in the settings.',
  approveByPeople: 'Only people may approve',
  approveByPeopleText:
    'HR or an administrator approves a held sync here. A program with an API key cannot approve it, only discard it.',
  approvers: { portal: 'people in the portal', anyone: 'people and API keys' },
  holdOff: 'Leave empty for no limit.',
  keepInvalid: 'Accept rosters with a few invalid entries',
  keepInvalidText:
    'The people of these entries stay as they are, and the sync names them. At most 5\u00a0% of the entries may be invalid, or fewer than ten and fewer than half. Otherwise, or if this is off, the roster is refused.',
  autoSync: 'People of this integration take part',
  autoSyncText:
    'Applies to everybody about whom the roster itself does not say it. Whether their tickets are ordered automatically is set under “Settings”.',
  defaultTitle: 'Change the default?',
  defaultText:
    'It takes effect at once for everybody about whom the roster itself does not say it. Nothing is issued for the running month.',
  concernsNobody: 'This concerns nobody.',
  effect: {
    start: (count: number) => (count === 1 ? '1 subscription starts' : `${n(count)} subscriptions start`),
    offer: (count: number) =>
      count === 1 ? '1 person gets a contract' : `${n(count)} people get a contract`,
    continue: (count: number) =>
      count === 1 ? '1 ended subscription continues' : `${n(count)} ended subscriptions continue`,
    wait: (count: number) =>
      count === 1 ? '1 person waits for enrolment' : `${n(count)} people wait for enrolment`,
    'pause-ends': (count: number) => (count === 1 ? '1 pause ends' : `${n(count)} pauses end`),
    'pause-begins': (count: number) => (count === 1 ? '1 pause begins' : `${n(count)} pauses begin`),
  },
  silent: (since: string) => `No roster since ${since}`,
  silentFromStart: 'No roster has come yet',
  usually: (pace: string) => `Usually one comes ${pace}.`,
  silentText: 'Until the next one comes, joiners and leavers are missing.',
  silentAdvice: 'Ask whoever looks after the export, or send the roster as a file.',
  pace: {
    day: 'every day',
    workingDays: 'from Monday to Friday',
    weekdays: (days: string) => `on ${days}`,
    week: 'every week',
    month: 'every month',
    days: (count: number) => `at least every ${n(count)} days`,
  },
  refusing: (count: number) =>
    count === 1 ? 'The latest roster was refused' : `The latest ${n(count)} rosters were refused`,
  noneSince: (since: string) => `None has been accepted since ${since}, so joiners and leavers are missing.`,
  noneYet: 'None has been accepted yet.',
  seeReason: 'See why',
  manyLeft: 'Unusually many people left with a sync',
  manyLeftText: 'Please check that the roster was complete.',
  seeManyLeft: 'Look at the sync',
  held: 'A sync waits for your approval',
  heldText: 'Nobody leaves before that.',
  seeHeld: 'Look at the held sync',
  needs: {
    silent: 'Roster missing',
    manyLeft: 'Many left',
    notFetched: (count: number) => `${n(count)} failed`,
    refused: (count: number) => `${n(count)} refused`,
    decisions: (count: number) => `${n(count)} to decide`,
  },
  expect: 'Expect a roster',
  expectText: {
    auto: 'If the usual roster does not come, the overview says so. The pace is learned from at least four rosters. The first one is expected within three days.',
    learned: (pace: string) => `So far one comes ${pace}. If it does not, the overview says so.`,
    set: 'If none comes for longer than this, the overview says so. Free days count too.',
    off: 'Nobody receives a mail if rosters stop coming.',
  },
  expectEvery: { auto: 'As usual', day: 'Every day', week: 'Every week', month: 'Every month', off: 'Never' },
  expectTime: (count: number, unit: 'h' | 'd') =>
    unit === 'h' ? `Every ${n(count)} hours` : `Every ${n(count)} days`,
  technicalContact: 'Technical contact',
  technicalContactText:
    'This e-mail address gets a mail if a roster is refused, held or cannot be applied, or does not come. The person needs no account, and the mails name no employees. Leave it empty for none.',
  attempts: 'Refused rosters',
  attemptsText: 'Rosters that we refused or ignored. Nothing of them was kept. Equal ones are one line.',
  notFetched: 'Failed attempts',
  notFetchedText:
    'Rosters that could not be fetched, or were refused. Nothing of them was kept. Equal ones are one line.',
  times: (count: number) => `(${n(count)} times)`,
  reason: 'Reason',
  /** The service keeps the kinds of the mistakes of a refused roster, not its sentences. */
  refusedValue: (code: string, field: string) =>
    code === 'malformed' && field === 'email'
      ? 'not a complete e-mail address'
      : code === 'malformed' && /Date|dateOfBirth/.test(field)
        ? 'not a day that exists, such as 2026-11-01'
        : (REFUSED_VALUES[code] ?? 'not valid'),
  moreErrors: (count: number) => (count === 1 ? 'and 1 more error' : `and ${n(count)} more errors`),
  absenceTypes: 'Types of absence',
  absenceTypesText:
    'The usual types are known, in English and German. Say here what other types of your HR system mean. It counts from the next roster on, and issues nothing at once.',
  absenceType: 'Type, as the HR system writes it',
  absenceKind: 'Means',
  addAbsenceType: 'Add type',
  remove: 'Remove',
  removeAbsenceType: (name: string) => `Remove ${name}`,
  disconnect: 'Disconnect',
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectText:
    'Its rosters will be refused. People and subscriptions stay as they are. You can connect it again at any time.',
  connect: 'Connect again',
  connected: 'Connected again.',
  disconnected: 'Disconnected.',
  history: 'Syncs',
  noRuns: 'No roster has been accepted yet',
  noRunsText: 'Push one with the line below, or send a file from here.',
  noFetchedText: 'The first one comes by schedule, or when you fetch it.',
  curl: 'Push a roster from a terminal',
  curlText:
    'Put in a key that may push rosters. roster.json is the list of employees, as in the guide about the nightly sync. Preview first with /sync/preview.',
  sendFile: 'Send a roster file',
  accepted: 'Received',
  entries: 'Entries',
  result: 'Result',
  id: 'Internal id',
  parts: { decide: 'To decide', rosters: 'Rosters', source: 'HR system', settings: 'Settings' },
  nothingToDecide: 'Nothing to decide',
  nothingToDecideText: 'Here you decide if a roster does not say clearly who somebody is.',
};
