import { AppError, type ErrorCode } from './errors.ts';

/**
 * Reasons for a 409, and for a refused or failed sign-in through an identity provider (403, 502): a code for programs and
 * translations, and an English sentence. The code stays the same when the sentence is improved.
 */
export const REFUSALS = {
  'no-subscription': ['transition-refused', 'There is no subscription.'],
  'not-begun': ['transition-refused', 'The subscription has not begun.'],
  'nothing-scheduled': ['transition-refused', 'The subscription is active and nothing is scheduled.'],
  'pause-ahead': ['transition-refused', 'The subscription is about to be paused.'],
  paused: ['transition-refused', 'The subscription is paused.'],
  'about-to-end': ['transition-refused', 'The subscription is about to end.'],
  ended: ['transition-refused', 'The subscription has ended.'],
  erased: ['transition-refused', 'The data of this person has been erased.'],
  'offer-open': ['transition-refused', 'An offer is waiting for an answer.'],
  'not-listed': [
    'transition-refused',
    'The person has left: no HR system lists them any more, or their last day has passed.',
  ],
  'employment-ends': ['transition-refused', 'The employment ends on {day}.'],
  'employment-begins': ['transition-refused', 'The employment begins on {day}.'],
  'plan-in-force': ['transition-refused', 'This plan is already in force.'],
  'too-early-to-pause': ['transition-refused', 'The first month that can still be paused is {month}.'],
  'pause-ends-first': ['transition-refused', 'The pause would end before it begins.'],
  'paused-by-hr': [
    'transition-refused',
    'The pause comes from an absence in the HR system and ends with it.',
  ],
  'no-pause': ['transition-refused', 'No pause is under way or ahead.'],
  'already-cancelled': ['transition-refused', 'It has been cancelled already.'],
  'ended-by-hr': ['transition-refused', 'The end comes from the HR system.'],
  'not-cancelled': ['transition-refused', 'Nobody has cancelled the subscription.'],
  'ticket-issued': ['transition-refused', 'There is a ticket for this month.'],
  'month-paused': ['transition-refused', 'This month is paused.'],
  'offer-withdrawn': ['transition-refused', 'This offer has been withdrawn.'],
  'offer-accepted': ['transition-refused', 'This offer has been accepted.'],
  'offer-rejected': ['transition-refused', 'This offer has been rejected.'],
  'offer-lapsed': ['transition-refused', 'This offer can no longer be answered.'],
  'offer-follows-amounts': [
    'transition-refused',
    'New terms follow from the price and the subsidy and cannot be withdrawn.',
  ],
  'already-subscribed': ['transition-refused', 'There is a subscription already.'],
  'employment-ends-first': ['transition-refused', 'The employment ends before it could begin.'],

  'conflict-open': ['transition-refused', 'It is not certain who this person is: a conflict is open.'],

  'plan-not-offered': ['transition-refused', 'Employees cannot choose this plan themselves.'],
  'acts-switched-off': ['transition-refused', 'Only HR can change the subscription.'],
  'request-open': ['transition-refused', 'HR has not answered a request of this kind yet.'],

  'request-answered': ['conflict', 'This request does not wait for an answer any more.'],
  'outcome-changed': [
    'conflict',
    'By now it would begin on another day or cost another amount. Please look at it once more.',
  ],
  'selection-changed': [
    'conflict',
    'By now {people} people are selected. Please look at the preview once more.',
  ],
  'kept-by-hr': ['conflict', 'The HR system keeps the data of this person. Change it there.'],
  'something-issued': [
    'conflict',
    'This person cannot be deleted: there is a ticket, a document or an answered contract.',
  ],
  'another-person': [
    'conflict',
    'With another date of birth and another first name or e-mail address, this would be another person, who must not get the tickets and documents of this one.',
  ],
  'not-exchanged': [
    'conflict',
    'This number was not exchanged with another one, or one of the two people has left meanwhile.',
  ],
  'other-answer-given': ['conflict', 'This offer has been answered already, with the other answer.'],
  'already-linked': ['conflict', 'This employee is already linked to this integration.'],
  'key-revoked': ['conflict', 'This key has been revoked. Create a new one instead.'],
  'people-changed': ['conflict', 'By now {people} people wait for it. Please look at them once more.'],
  'contract-not-accepted': ['conflict', 'A contract can be downloaded only once it has been accepted.'],
  'mail-not-set-up': ['conflict', 'This server sends no mail.'],
  'employee-mail-off': ['conflict', 'Mail to employees is switched off. Switch it on in the settings first.'],
  'address-in-use': ['conflict', 'A user of this company already has this e-mail address.'],
  'last-admin': ['conflict', 'This is the last admin of the company. Make somebody else one first.'],
  'no-passkeys-here': [
    'conflict',
    'Passkeys need a host name: BASE_URL must have https and must not be an IP address.',
  ],
  'passkey-known': ['conflict', 'This passkey has been added already.'],
  'too-many-passkeys': ['conflict', 'A user has at most 20 passkeys. Remove one first.'],
  'last-passkey': ['conflict', 'The company requires a passkey. Add another one before you remove the last.'],
  'own-passkeys': ['conflict', 'Another admin can reset your passkeys. Remove your own on your page.'],
  'still-subscribed': [
    'conflict',
    'This person cannot be erased: there is a subscription that has not ended.',
  ],
  'still-linked': [
    'conflict',
    'This person cannot be erased: an HR integration is still linked to this person.',
  ],
  'on-waiting-roster': [
    'conflict',
    'This person cannot be erased: a roster that names this person is about to be applied.',
  ],
  'entry-waits': [
    'conflict',
    'This person cannot be erased: an entry of a roster that seems to be about this person waits for a decision.',
  ],
  'listed-under-number': ['conflict', 'This integration lists the person under number {number} already.'],
  'entry-fits-somebody': [
    'conflict',
    'Somebody has the e-mail address, birth date and first name of the entry. Give the entry to that person.',
  ],
  'not-with-this-address': ['conflict', 'Name one of the people who have the e-mail address of the entry.'],
  'entries-changed': ['conflict', 'By now it would be {entries} entries. Please look at them once more.'],
  'retention-not-over': [
    'conflict',
    'This person cannot be erased: the data is kept until the retention is over; it can be erased from {day} on.',
  ],

  'too-many-webhooks': ['conflict', 'A company has at most 20 webhooks. Delete one first.'],
  'webhook-off': ['conflict', 'This webhook is switched off. Switch it on first.'],
  'too-many-replays': ['conflict', 'Too many replays are waiting. Please try again later.'],
  'nothing-to-replay': [
    'conflict',
    'No event with these numbers is kept and of a type that this webhook receives.',
  ],

  'only-through-provider': ['conflict', 'This company signs in only through its identity provider.'],
  'admin-signs-in-first': [
    'conflict',
    'An admin has to sign in through the provider with these settings before it can be the only way in.',
  ],
  'no-other-way-in': [
    'conflict',
    'No admin has a password. Make a link for a new password first; otherwise nobody could sign in.',
  ],

  'sign-in-over': [
    'identity-refused',
    'This sign-in was begun in another browser, was finished already or took too long. Please begin again.',
  ],
  'provider-refused': ['identity-refused', 'The identity provider did not sign you in.'],
  'sign-in-not-recent': [
    'identity-refused',
    'The identity provider does not confirm that you have signed in just now (auth_time). Please sign in there once more.',
  ],
  'email-not-verified': [
    'identity-refused',
    'The identity provider sends no e-mail address that it has verified.',
  ],
  'domain-not-allowed': ['identity-refused', 'Addresses of this domain may not sign in to this company.'],
  'not-invited': ['identity-refused', 'You are not a user of this company. Ask an admin for an invitation.'],
  'other-person': [
    'identity-refused',
    'The user with this e-mail address is another person at the identity provider.',
  ],
  'no-role': ['identity-refused', 'The identity provider gives you no role in this portal.'],
  'other-user': ['identity-refused', 'The identity provider has signed in somebody else.'],
  'provider-unreachable': [
    'identity-provider-failed',
    'The identity provider of this company does not answer. Please try again later.',
  ],
  'provider-answer-invalid': [
    'identity-provider-failed',
    'The identity provider of this company sends answers that cannot be used.',
  ],
  'provider-names-other-issuer': [
    'identity-provider-failed',
    'The identity provider names another issuer than the one in the settings.',
  ],
  'provider-rejects-client': [
    'identity-provider-failed',
    'The identity provider does not accept the client id and the secret in the settings.',
  ],
  'client-secret-unreadable': [
    'identity-provider-failed',
    'The stored client secret cannot be decrypted with the present SECRET_KEY. Enter it again.',
  ],

  'sync-in-progress': [
    'sync-in-progress',
    'A roster is being applied to this company. Please try again in a moment.',
  ],
  'change-in-progress': [
    'sync-in-progress',
    'Something else is changing this company. Please try again in a moment.',
  ],
  'roster-not-kept': [
    'conflict',
    'This roster cannot be put together exactly any more: it was not applied, it is too old, or its integration is disconnected.',
  ],
  'not-held': ['not-held', 'This run does not wait for a decision, or not any more.'],
  'integration-disconnected': [
    'integration-disconnected',
    'This integration is disconnected; it takes no rosters.',
  ],
  'integration-is-pulled': [
    'integration-is-pulled',
    'The service fetches the rosters of this integration from the HR system. Rosters from elsewhere would contradict them.',
  ],
  'not-a-pulled-integration': [
    'conflict',
    'Rosters are sent to this integration. Create one of the type hr-integration to fetch them.',
  ],
  'cannot-trigger': [
    'cannot-trigger',
    'This integration has no source that can be asked: connect an HR system first.',
  ],
  'files-come': [
    'cannot-trigger',
    'The HR system of this integration sends its files itself: there is nothing to fetch.',
  ],
  'already-running': ['already-running', 'The roster of this integration is being fetched already.'],
  'no-source': ['conflict', 'This integration has no source.'],
  'no-draft-source': ['conflict', 'No source is being set up for this integration.'],
  'source-not-mapped': ['conflict', 'Choose the fields of the HR system first.'],
  'takes-no-files': [
    'takes-no-files',
    'This integration takes no files: connect it with the source file-drop, in the portal or with `transit integrations connect`.',
  ],
  'files-are-dropped': ['conflict', 'The HR system drops its files when it wants: there is no schedule.'],
  'source-locked': [
    'conflict',
    'The service cannot decrypt the credentials of this source any more. Please enter them again.',
  ],
  'datev-not-set-up': ['conflict', 'There are no DATEV settings yet. An admin enters them under Payroll.'],
  'datev-company-missing': [
    'conflict',
    'Some people have no legal entity, and there are no DATEV settings for the company itself.',
  ],
  'datev-entity-missing': ['conflict', 'There are no DATEV settings for these legal entities: {entities}.'],
  'datev-key-missing': [
    'conflict',
    'LODAS needs a processing key for each wage type. It is missing for these clients: {clients}.',
  ],
  'datev-number-refused': [
    'conflict',
    'DATEV needs personnel numbers of 1 to 9 digits. These people have none ({count}): {people}.',
  ],
  'datev-cost-centre-refused': [
    'conflict',
    'The cost centres of these people begin like a formula, or contain a semicolon, a quotation mark or a character that the file cannot contain ({count}): {people}.',
  ],
  'datev-nothing-to-book': [
    'conflict',
    'There is nothing to book in this month under the wage types that are set.',
  ],
  'group-name-taken': ['conflict', 'There is a group named {name} already.'],
  'too-many-groups': ['conflict', 'A company has at most {most} groups. Delete one first.'],
  'no-moves-held': ['conflict', 'No moves to other groups are held, or not any more.'],
  'month-handed-over': ['conflict', 'The files of {month} have been handed over already.'],
  'earlier-month-first': ['conflict', 'Hand over {month} first: months are handed over in their order.'],
  'nothing-to-hand-over': ['conflict', 'The files of this month have no lines.'],
  'month-changed': ['conflict', 'Something has changed meanwhile. Please look at the files once more.'],
  'later-month-handed-over': [
    'conflict',
    'Only the handover of {month} can be taken back: it is the last one.',
  ],
  'document-not-downloadable': [
    'document-not-downloadable',
    'This document cannot be downloaded: its `downloadable` is false.',
  ],
  'demo-not-ready': [
    'demo-not-ready',
    'The demo company is being filled with its history. Please try again in a few seconds.',
  ],
  'clock-cannot-go-back': ['clock-cannot-go-back', 'It is already {day} there: a clock moves forward only.'],
} as const satisfies Record<string, readonly [code: ErrorCode, sentence: string]>;

export type Reason = keyof typeof REFUSALS;

type Filling = Record<string, string | number>;
type Gaps<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}` ? Name | Gaps<Rest> : never;
/** The values for the placeholders of a sentence. */
type Values<R extends Reason> = [Gaps<(typeof REFUSALS)[R][1]>] extends [never]
  ? []
  : [values: Record<Gaps<(typeof REFUSALS)[R][1]>, string | number>];

export function refused<R extends Reason>(reason: R, ...filling: Values<R>): AppError {
  const [code, sentence] = REFUSALS[reason];
  const [values]: readonly Filling[] = filling;
  return new AppError(code, filled(sentence, values), { reason, ...(values && { values }) });
}

/** The English sentence of a reason that was stored. */
export function sentenceOf(reason: string, values?: Filling | null): string {
  const [, sentence] = Object.entries(REFUSALS).find(([known]) => known === reason)?.[1] ?? ['', reason];
  return filled(sentence, values);
}

function filled(sentence: string, values: Filling | null | undefined): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values?.[name]));
}
