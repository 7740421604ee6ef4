import type { Language } from '../../../../texts/language.ts';

/** The content of a mail. Text and HTML are made from the same parts, so they never differ in what they say. */
export interface Letter {
  language: Language;
  companyName: string;
  subject: string;
  /** Mail programs show it after the subject in the list of mails. */
  preview: string;
  title: string;
  parts: readonly Part[];
  /** Why the recipient gets this mail, and what to do if it is a mistake. */
  footer: readonly string[];
  /** Where the recipient can stop mails of this kind. */
  unsubscribe?: { label: string; url: string };
}

export type Part =
  | { type: 'paragraph'; text: string }
  /** Names and values, such as an amount. */
  | { type: 'details'; rows: readonly (readonly [name: string, value: string])[] }
  | { type: 'button'; label: string; url: string }
  /** Buttons of equal rank, one below the other on a phone. */
  | { type: 'buttons'; buttons: readonly { label: string; url: string }[] }
  /** Secondary content with a less prominent button. */
  | { type: 'aside'; text: string; label: string; url: string }
  /** One of several items, each with its own link. */
  | { type: 'entry'; title: string; text: string; label: string; url: string }
  /** What somebody wrote, line by line. */
  | { type: 'quotation'; name: string; lines: readonly string[] }
  | { type: 'note'; text: string };

export const paragraph = (text: string): Part => ({ type: 'paragraph', text });
export const details = (...rows: (readonly [string, string])[]): Part => ({ type: 'details', rows });
export const button = (label: string, url: string): Part => ({ type: 'button', label, url });
export const aside = (text: string, label: string, url: string): Part => ({
  type: 'aside',
  text,
  label,
  url,
});
export const entry = (item: { title: string; text: string; label: string; url: string }): Part => ({
  type: 'entry',
  ...item,
});
export const quotation = (name: string, text: string): Part => ({
  type: 'quotation',
  name,
  // One empty line at most, or a mail could push its own end out of sight.
  lines: text
    .trim()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n\s*\n/g, '\n\n')
    .split('\n'),
});
export const note = (text: string): Part => ({ type: 'note', text });
