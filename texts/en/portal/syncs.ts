import { n } from '../number.ts';

export const syncs = {
  title: (moment: string) => `Sync of ${moment}`,
  syncId: 'Sync id',
  fetched: 'Fetched from the HR system',
  sentAsFile: 'Sent as a file',
  repeated: 'An earlier roster, sent again',
  back: 'Back to the integration',
  backToSync: 'Back to the sync',
  progress: (done: string, total: string) => `${done} of ${total} people`,
  running: 'Being applied. This page follows along.',
  queued: 'Waiting for its turn. Syncs of a company are applied one after the other.',
  failedTitle: 'Nothing was changed',
  failedText: (attempts: number) =>
    `The service could not apply the roster in ${n(attempts)} attempts. Your roster is not the cause.`,
  failedHelp: 'Send it again with the same sync id, or send a newer one.',
  supersededText: 'A later roster has taken its place. Nothing is left to decide here.',
  discardedText: 'The endings of this sync were discarded: those people stay.',
  heldTitle: (count: number) =>
    count === 1 ? '1 person would be offboarded' : `${n(count)} people would be offboarded`,
  manyLeftTitle: (count: number, all: number) => `${n(count)} of ${n(all)} people have left`,
  manyLeftText:
    'That is unusually many at once. The integration has no limit from which on offboardings wait for approval.',
  manyLeftBack:
    'If the roster was incomplete, send the complete one: then everybody is back. People whose subscription had not begun yet wait for enrolment afterwards, unless auto-enrol is on.',
  markSeen: 'Mark as seen',
  markedSeen: 'Marked as seen.',
  heldText:
    'Everything else has been applied. These endings wait for you, because they are more than the integration allows without a look. The next roster takes their place.',
  approveHelp:
    'More than 20\u00a0% of the people would be offboarded. Usually that means an incomplete roster.',
  heldPeople: 'Whom it concerns',
  heldNumbersTitle: (count: number) =>
    count === 1 ? '1 person waits for your approval' : `${n(count)} people wait for your approval`,
  heldNumbersText:
    'Everything else has been applied. The roster lists unusually many people under a new personnel number. Until you approve, the old numbers and the data of these people stay; endings that are held wait too. The next roster takes their place.',
  approveNumbers: 'Approve',
  approveNumbersTitle: (count: number) => (count === 1 ? 'Approve 1 person?' : `Approve ${n(count)} people?`),
  approveNumbersText:
    'Exactly the people shown get the new numbers or are offboarded. Subscriptions and tickets stay with their people.',
  approvedNumbers: 'Approved, and done.',
  discardNumbers: 'Leave everything as it was',
  discardNumbersText:
    'The old numbers stay, and nobody is offboarded. If the next roster has the new numbers again, it will be held again.',
  approve: 'Offboard them',
  approveTitle: (count: number) => (count === 1 ? 'Offboard 1 person?' : `Offboard ${n(count)} people?`),
  approveText:
    'Exactly the people shown are offboarded. Tickets that are out stay valid until their month ends.',
  approved: 'Approved. They have been offboarded.',
  discard: 'Keep them all',
  discardTitle: 'Keep them all?',
  discardText: 'Nobody of them is offboarded. If the next roster lacks them again, it will be held again.',
  discarded: 'Discarded. Everybody stays.',
  entries: 'Entries',
  lines: 'Lines',
  added: 'Added',
  updated: 'Updated',
  offboarded: 'Offboarded',
  invalid: 'Invalid',
  unchanged: 'Unchanged',
  changes: 'What changed',
  changesText: 'Person by person. Everybody else was found unchanged.',
  noChanges: 'Nobody was changed',
  noChangesText: 'The roster said what the records already say.',
  noDetails: 'Whom this sync changed is not stored',
  nothingFits: 'Nobody fits these filters',
  search: 'Name or personnel number',
  person: 'Person',
  outcome: 'Outcome',
  why: 'Why',
  unknownPerson: 'a new person',
  reasons: {
    'new-in-roster': 'On the roster for the first time.',
    'same-email-and-birth-date':
      'Somebody known by other means has the same e-mail address and date of birth.',
    'known-number-returned': 'The personnel number is listed again.',
    'returned-under-new-number':
      'Back under another personnel number, with the same e-mail address and date of birth.',
    'new-number': 'Another personnel number, with the same e-mail address and date of birth.',
    'roster-differs': 'The roster says something else than the record.',
    'missing-from-roster': 'Not on the roster any more.',
    'still-linked-elsewhere': 'Not on this roster any more, but linked elsewhere.',
    'identity-differs':
      'The number is known, but the birth date is another one, and also the first name or the e-mail address.',
    'entry-of-another':
      'The number is known, but first name, e-mail address and birth date are those of somebody else on the roster.',
    'numbers-exchanged':
      'Two known numbers seem to have been exchanged: each has first name, e-mail address and birth date of the other one.',
    'waits-for-approval': 'Waits for approval.',
    'new-number-waits': 'The new personnel number waits for approval. Until then the old one stays.',
    approved: 'Was held, then approved.',
    discarded: 'Was held, then discarded: the person stays.',
    'superseded-by-later-roster': 'Was held until a later roster took its place.',
    'known-outside-scope':
      'The key that sent the roster is restricted. Somebody outside its integrations has this e-mail address.',
    'same-person': 'Decided: the same person.',
    'new-person': 'Decided: another person.',
    'ambiguous-match':
      'E-mail and birth date fit several, or somebody with another first name: added as a new one.',
    unknown: 'Not recorded.',
  },
  starts: (day: string) => `Tickets from ${day}.`,
  offers: (day: string) => `A contract is offered; tickets from ${day} at the earliest.`,
  ends: (month: string) => `Last ticket: ${month}.`,
  warnings: 'Worth a look',
  warningsText: 'Nothing was refused because of this.',
  warning: {
    'invalid-entry': 'The entry is not valid, so nothing about the person was changed.',
    'unknown-field': 'This field is unknown and was ignored:',
    'unknown-absence-type': 'This type of absence is unknown and pauses nothing:',
    'never-joined':
      'The employment ends before it begins: never joined, or, after an earlier employment, begins again.',
    'email-used-twice': 'Several entries have the same e-mail address.',
    'implausible-birth-date': 'The date of birth lies in the future or after the first day.',
    'implausible-start-date': 'The first day lies before 1900.',
    'implausible-email': 'The e-mail address has no dot after the @.',
    'unprintable-name':
      'The name has characters that cannot be printed. Receipts and contracts therefore also show the e-mail address and the personnel number.',
    'ambiguous-match':
      'E-mail and birth date fit more than one person, or somebody with another first name, so a new person was added.',
    'already-started': 'The start date changed after the subscription had begun; it stays as it is.',
    conflict: 'A personnel number seems to have been given to somebody else.',
    'possible-duplicate':
      'Somebody else has the same e-mail address and birth date. With the same first name too, it may be the same person under two numbers.',
    waiting:
      'Somebody outside the integrations of the key has this e-mail address. The entry has no effect until somebody decides whose it is.',
    'no-longer-visible':
      'The HR system does not show these people any more, and does not list them as leavers. They stay until somebody decides. Perhaps the credentials lack a right.',
    'large-renumbering':
      'The roster lists many people under other personnel numbers than before. Please check the column of the numbers.',
    'large-group-change':
      'With this roster, more than 20\u00a0% of the people would come to another group, with other amounts. They stay where they are until an administrator decides.',
    'large-offboarding':
      'More than 20\u00a0% of the people leave with this roster. Please check that the export is complete.',
  },
  similarName: (name: string) => `Did you mean ${name}?`,
  outOf: (count: number, all: number) => `${n(count)} of ${n(all)}`,
  entryNumber: (position: number) => `entry ${position}`,
  numberInEntry: (hrId: string, entry: string) => `Number ${hrId} (${entry})`,
  invalidAt: (who: string, field: string) => `${who.charAt(0).toUpperCase()}${who.slice(1)}, ${field}:`,
  facts: 'Technical details',
  accepted: 'Received',
  started: 'Started',
  finished: 'Finished',
  attempts: 'Attempts',
  resubmissions: 'Sent again',
  differently: 'at least once with other content',
  failure: 'Message',
  digest: 'SHA-256 of the body',
};
