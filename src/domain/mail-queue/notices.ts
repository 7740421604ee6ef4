import { may, type Right } from '../access/roles.ts';

/** The notices to portal users, each with the ids of its subject. */
export interface NoticeIds {
  'sync-held': { integrationId: number; runId: number };
  'sync-failed': { integrationId: number; runId: number };
  'sync-refused': { integrationId: number; attemptId: number };
  'integration-silent': { integrationId: number };
  'conflict-found': { integrationId: number };
  'entries-waiting': { integrationId: number };
  'webhook-disabled': { webhookId: number };
  'key-expiring': { apiKeyId: number };
  'invalid-entries': { integrationId: number };
  /** The month as a number, such as 202611. */
  'month-ready': { month: number };
  'requests-waiting': Record<string, never>;
  'group-moves-held': { integrationId: number };
  'large-offboarding': { integrationId: number; runId: number };
}
export type Notice = keyof NoticeIds;

/** Users with this right get it. */
export const NOTICE_RIGHTS: Record<Notice, Right> = {
  'sync-held': 'change-people',
  'sync-failed': 'change-people',
  'sync-refused': 'change-people',
  'integration-silent': 'change-people',
  'conflict-found': 'change-people',
  'entries-waiting': 'change-people',
  'webhook-disabled': 'administer',
  'key-expiring': 'administer',
  'invalid-entries': 'change-people',
  'month-ready': 'change-costs',
  'requests-waiting': 'change-people',
  'group-moves-held': 'administer',
  'large-offboarding': 'change-people',
};

export const getsNotices = (role: string): boolean =>
  Object.values(NOTICE_RIGHTS).some((right) => may(role, right));

/** Whether it is mailed at once to those who want that. The others are in the digest. */
export const IS_URGENT: Record<Notice, boolean> = {
  'sync-held': true,
  'sync-failed': true,
  'sync-refused': true,
  'integration-silent': true,
  'conflict-found': true,
  'entries-waiting': true,
  'webhook-disabled': true,
  'key-expiring': false,
  'invalid-entries': false,
  'month-ready': false,
  'requests-waiting': false,
  'group-moves-held': true,
  'large-offboarding': true,
};

/** Also mailed to the technical contact of the integration, always at once: these can be helped at the export. */
const CONTACT_NOTICES = [
  'sync-held',
  'sync-failed',
  'sync-refused',
  'integration-silent',
  'group-moves-held',
  'large-offboarding',
] as const;
export type ContactNotice = (typeof CONTACT_NOTICES)[number];

export function isForContact(notice: Notice): notice is ContactNotice {
  return CONTACT_NOTICES.some((each) => each === notice);
}

/** Which mails a user wants: `at-once` gets urgent ones at once and the others in the digest. */
export const NOTICE_WISHES = ['at-once', 'digest', 'none'] as const;
export type NoticeWish = (typeof NOTICE_WISHES)[number];

/** The hour of the digest on the company's wall clock. */
export const DIGEST_HOUR = 7;
