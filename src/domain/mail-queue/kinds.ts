/** Every kind of mail: docs/mail.md. */
export const MAIL_KINDS = [
  'invitation',
  'password-reset',
  'page-link',
  'contract-offered',
  'contract-reminder',
  'ticket',
  /** The receipt of a refund. That of a ticket has no mail of its own: the mail of the ticket names it. */
  'receipt',
  'request-answered',
  'notice',
  'digest',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Kinds that are queued by the statement that causes them, and the id that says what the mail is about. */
export const WHAT_MAILS_ARE_ABOUT = {
  'contract-offered': 'offerId',
  ticket: 'ticketId',
  receipt: 'documentId',
} as const;
export type CausedMailKind = keyof typeof WHAT_MAILS_ARE_ABOUT;

interface Rule {
  /** Mails with a smaller number are sent first. 0: a person waits for it. */
  urgency: number;
  /** How long it is tried. A link that has expired is of no use. */
  validHours: number;
}

export const MAIL_RULES: Record<MailKind, Rule> = {
  invitation: { urgency: 0, validHours: 7 * 24 },
  'password-reset': { urgency: 0, validHours: 1 },
  'page-link': { urgency: 0, validHours: 24 },
  notice: { urgency: 1, validHours: 24 },
  digest: { urgency: 2, validHours: 20 },
  'contract-offered': { urgency: 4, validHours: 7 * 24 },
  'contract-reminder': { urgency: 4, validHours: 3 * 24 },
  ticket: { urgency: 5, validHours: 7 * 24 },
  receipt: { urgency: 5, validHours: 7 * 24 },
  'request-answered': { urgency: 3, validHours: 7 * 24 },
};
