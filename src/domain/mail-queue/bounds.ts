const DAY = 24 * 60 * 60;

/** How many mails may be sent in 24 hours, from the first one on. */
interface MailBounds {
  /** To one address by one company. Others cannot use it up. */
  toAddressOfCompany: number;
  /** To one address by all companies together. */
  toAddress: number;
  ofCompany: number;
}

/**
 * Limits that keep anybody from flooding a mailbox or our mail server in our name (docs/mail.md, "How many mails"). The first
 * ticket, offer and refund of a month are not limited.
 *
 * - `account`: invitations and new passwords that admins send.
 * - `page-link`: links to people's pages that somebody asked for or that HR sends.
 * - `repeat`: reminders, and further tickets, offers and refunds of the same month.
 * - `contact`: notices to the technical contacts of integrations, whose addresses are entered without their consent.
 */
export const MAIL_BOUNDS = {
  account: { toAddressOfCompany: 3, toAddress: 10, ofCompany: 50 },
  'page-link': { toAddressOfCompany: 10, toAddress: 20, ofCompany: 50_000 },
  repeat: { toAddressOfCompany: 10, toAddress: 20, ofCompany: 50_000 },
  contact: { toAddressOfCompany: 10, toAddress: 20, ofCompany: 50 },
} as const satisfies Record<string, MailBounds>;

export type BoundedMail = keyof typeof MAIL_BOUNDS;

export const BOUND_SECONDS = DAY;

/** Why a mail waits in the queue. */
export type WaitsFor = 'conflict' | 'recipient' | 'company';
