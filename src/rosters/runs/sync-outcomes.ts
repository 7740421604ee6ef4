import { isReadingWarning, type RosterWarning } from '../receive/warnings.ts';

/** The outcome of a run for one person. */
export const OUTCOMES = [
  'added',
  'adopted',
  'rehired',
  'renumbered',
  'updated',
  'offboarded',
  'unlinked',
  'conflict',
  'held',
  'waiting',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The reasons of outcomes, in words. */
export const REASONS = {
  'new-in-roster': 'The roster lists somebody who was not known before.',
  'same-email-and-birth-date': 'Somebody known by other means has the same e-mail address and date of birth.',
  'known-number-returned': 'The personnel number is known and is listed again.',
  'returned-under-new-number':
    'Somebody who had left is listed again under another personnel number, with the same e-mail address and date of birth.',
  'new-number':
    'The roster lists the person under another personnel number than before, with the same e-mail address and date of birth.',
  'roster-differs': 'The roster says something else than the record.',
  'missing-from-roster': 'The roster does not list the person any more.',
  'still-linked-elsewhere':
    'The roster does not list the person any more, but another integration or a link made by hand still does.',
  'identity-differs':
    'The personnel number is known, but its entry has another date of birth and also another first name or e-mail address: it may have been given to somebody else.',
  'entry-of-another':
    'The personnel number is known, but its entry has the first name, the e-mail address and the date of birth of somebody else whom the integration lists, or says the same as in a conflict that is still open.',
  'numbers-exchanged':
    'Two personnel numbers are known, and each has the first name, the e-mail address and the date of birth of the other one: the numbers may have been exchanged.',
  'waits-for-approval': 'The run would end more subscriptions than the integration allows without approval.',
  'new-number-waits':
    'The run would give more people another personnel number than the integration allows without approval. The old number stays.',
  approved: 'The end was held and has been approved.',
  discarded: 'The end was held and has been discarded: the person stays.',
  'superseded-by-later-roster': 'The end was held until a later roster took its place.',
  'known-outside-scope':
    'Somebody outside the integrations of the key that sent the roster has the e-mail address. HR or an admin decides whose entry it is.',
  'same-person': 'Somebody has decided that it is the same person.',
  'new-person': 'Somebody has decided that it is another person.',
  'ambiguous-match':
    'E-mail address and date of birth fit more than one person or entry, or somebody with another first name, so the person was added as a new one.',
  unknown: 'Not recorded.',
} as const;
export type Reason = keyof typeof REASONS;

/** Warnings of a run, which refuse nothing. */
export const WARNINGS = {
  'invalid-entry': 'The entry is not valid, so nothing about the person was changed.',
  'unknown-field': 'The service does not know this field and ignores it.',
  'unknown-absence-type':
    'The service does not know this type of absence, so it pauses nothing. The settings of the integration can say what it means.',
  'never-joined':
    'terminationDate lies before startDate: a person without a subscription has never joined; for others the startDate begins another employment.',
  'email-used-twice': 'Several entries have this e-mail address.',
  'implausible-birth-date': 'dateOfBirth lies in the future or after startDate.',
  'implausible-start-date': 'startDate lies before 1900.',
  'implausible-email': 'The domain of the e-mail address has no dot.',
  'unprintable-name':
    'The name has characters that documents cannot print. They show the e-mail address and the personnel number beside it.',
  'ambiguous-match':
    'E-mail address and date of birth fit more than one person or entry, or somebody with another first name, so a new person was added.',
  'already-started':
    'startDate has changed after the subscription had begun; the subscription stays as it is.',
  conflict: 'The personnel number seems to have been given to somebody else.',
  waiting:
    'Somebody outside the integrations of the key has this e-mail address. The entry has no effect until HR or an admin decides whose it is.',
  'large-offboarding':
    'The roster ends the employment of more than 20 % of the people: please check that the export is complete.',
  'no-longer-visible':
    'The HR system does not show these people any more, and does not list them as people who have left. They stay until somebody decides.',
  'large-renumbering':
    'The roster lists many people under other personnel numbers than before: please check the column of the numbers.',
  'large-group-change':
    'The roster would move more than 20 % of the people to other groups, with other amounts. They stay until an admin decides.',
  'possible-duplicate':
    'Another entry has the same e-mail address and date of birth. With the same first name too, the two may be one person: HR or an admin decides, and a new number gets no record until then.',
} as const;
type WarningCode = keyof typeof WARNINGS;

export type Warning = RosterWarning<WarningCode>;

/** Whether the warning holds for every roster with the same body, as long as nothing else changes. */
export const isLasting = (warning: Warning) =>
  isReadingWarning(warning) || warning.code === 'possible-duplicate';

/** The number of people per outcome. All others are unchanged. */
export interface Counts extends Record<Outcome, number> {
  entries: number;
  unchanged: number;
  /** Invalid entries, whose people stay as they are. */
  invalid: number;
  /** Changed people who would have a subscription if auto-enrol were on. */
  waitingForEnrolment: number;
  ticketsReissued: number;
}

const NO_OUTCOMES: Record<Outcome, number> = {
  added: 0,
  adopted: 0,
  rehired: 0,
  renumbered: 0,
  updated: 0,
  offboarded: 0,
  unlinked: 0,
  conflict: 0,
  held: 0,
  waiting: 0,
};

/** The counts of a roster that changes nothing. */
export const unchangedCounts = (entries: number, invalid = 0): Counts => ({
  ...NO_OUTCOMES,
  entries,
  unchanged: entries - invalid,
  invalid,
  waitingForEnrolment: 0,
  ticketsReissued: 0,
});

/** The answers to an entry that waits. */
export const WAITING_DECISIONS = ['same-person', 'new-person'] as const;
export type WaitingDecision = (typeof WAITING_DECISIONS)[number];

/** The answers to a possible duplicate. */
export const DUPLICATE_DECISIONS = ['same-person', 'two-people'] as const;
export type DuplicateDecision = (typeof DUPLICATE_DECISIONS)[number];
