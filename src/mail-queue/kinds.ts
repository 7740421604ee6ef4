/** Every kind of mail: docs/mail.md. */
export const MAIL_KINDS = ['invitation', 'password-reset'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

interface Rule {
  /** Mails with a smaller number are sent first. 0: a person waits for it. */
  urgency: number;
  /** How long it is tried. A link that has expired is of no use. */
  validHours: number;
}

export const MAIL_RULES: Record<MailKind, Rule> = {
  invitation: { urgency: 0, validHours: 7 * 24 },
  'password-reset': { urgency: 0, validHours: 1 },
};
