import { type CompanyNote, noteLines } from './company-note.ts';
import { letterAsHtml } from './letter/html.ts';
import type { Letter } from './letter/letter.ts';
import { letterAsText } from './letter/text.ts';
import { type ContactNoticeFacts, contactNoticeLetter } from './templates/contact-notice.ts';
import { type ContractFacts, contractLetter } from './templates/contract.ts';
import { type InvitationFacts, invitationLetter } from './templates/invitation.ts';
import { type DigestFacts, digestLetter, type NoticeFacts, noticeLetter } from './templates/notice.ts';
import { type PageLinkFacts, pageLinkLetter } from './templates/page-link.ts';
import { type PasswordResetFacts, passwordResetLetter } from './templates/password-reset.ts';
import { type RefundFacts, refundLetter } from './templates/refund.ts';
import { type RequestAnsweredFacts, requestAnsweredLetter } from './templates/request-answered.ts';
import { type TicketFacts, ticketLetter } from './templates/ticket.ts';

/** The values that are put into a mail, by its kind. They can be stored as JSON. */
export type Facts =
  | InvitationFacts
  | PasswordResetFacts
  | PageLinkFacts
  | ContractFacts
  | TicketFacts
  | RefundFacts
  | RequestAnsweredFacts
  | NoticeFacts
  | ContactNoticeFacts
  | DigestFacts;

/** The values of a mail to an employee can have the company's note with them. */
export type NotedFacts = Facts & { note?: CompanyNote };

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** Programs do not answer such a mail, for example with a notice of absence. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Mail programs show a button that sends a POST to the address (RFC 8058). */
function unsubscribing(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Makes the mail from its values. The same values always make the same mail. */
export function render(facts: NotedFacts, options: { isSpecimen: boolean }): Rendered {
  const letter = withNote(letterOf(facts), facts.note);
  return {
    subject: letter.subject,
    text: letterAsText(letter, options),
    html: letterAsHtml(letter, options),
    headers: { ...AUTOMATIC, ...(letter.unsubscribe && unsubscribing(letter.unsubscribe.url)) },
  };
}

function withNote(letter: Letter, note: CompanyNote | undefined): Letter {
  return note ? { ...letter, footer: [...letter.footer, ...noteLines(letter.language, note)] } : letter;
}

function letterOf(facts: Facts): Letter {
  switch (facts.kind) {
    case 'invitation':
      return invitationLetter(facts);
    case 'password-reset':
      return passwordResetLetter(facts);
    case 'page-link':
      return pageLinkLetter(facts);
    case 'contract-offered':
    case 'contract-reminder':
      return contractLetter(facts);
    case 'ticket':
      return ticketLetter(facts);
    case 'receipt':
      return refundLetter(facts);
    case 'request-answered':
      return requestAnsweredLetter(facts);
    case 'notice':
      return noticeLetter(facts);
    case 'contact-notice':
      return contactNoticeLetter(facts);
    case 'digest':
      return digestLetter(facts);
  }
}
