/** What becomes of an attempt to send a mail. */
export const MAIL_OUTCOMES = ['sent', 'kept', 'refused', 'expired', 'dropped', 'postponed'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];
