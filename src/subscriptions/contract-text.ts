import { createHash } from 'node:crypto';
import { formatEuros } from './money.ts';
import type { PlanType } from './vocabulary.ts';

/** What was offered, frozen with the offer. The text is made from this alone, so it can be made again at any time. */
export interface ContractTerms {
  companyName: string;
  firstName: string;
  lastName: string;
  planType: PlanType;
  plannedStart: string;
  priceCents: number;
  subsidyCents: number;
  contributionCents: number;
  locale: string;
}

export interface ContractText {
  language: 'de' | 'en';
  title: string;
  paragraphs: string[];
}

/** A change of wording is a new version; offers keep the one they were made with. */
export const TEXT_VERSION = '2026-11';

export function languageOf(locale: string): 'de' | 'en' {
  return locale.toLowerCase().startsWith('de') ? 'de' : 'en';
}

export function contractText(terms: ContractTerms): ContractText {
  return languageOf(terms.locale) === 'de' ? german(terms) : english(terms);
}

/** Of the text exactly as it is shown. */
export function digestOfText({ title, paragraphs }: ContractText): Buffer {
  return createHash('sha256')
    .update([title, ...paragraphs].join('\n'))
    .digest();
}

function german(terms: ContractTerms): ContractText {
  const euros = (cents: number) => formatEuros(cents, terms.locale);
  const start = new Date(terms.plannedStart).toLocaleDateString(terms.locale, {
    timeZone: 'UTC',
    dateStyle: 'long',
  });
  return {
    language: 'de',
    title: 'Vereinbarung über das Jobticket',
    paragraphs: [
      `Zwischen ${terms.companyName} (Arbeitgeber) und ${terms.firstName} ${terms.lastName} (Mitarbeiterin oder Mitarbeiter).`,
      `Der Arbeitgeber stellt ab dem ${start} ein monatliches Ticket für den öffentlichen Nahverkehr bereit. Es gilt jeweils für einen Kalendermonat und ist nicht übertragbar.`,
      `Der Preis des Tickets beträgt zurzeit ${euros(terms.priceCents)} im Monat. Davon trägt der Arbeitgeber ${euros(terms.subsidyCents)}; der eigene Anteil beträgt ${euros(terms.contributionCents)} im Monat.`,
      terms.planType === 'deferred-plan'
        ? 'Der Arbeitgeber legt den eigenen Anteil aus und behält ihn mit der nächsten Lohn- oder Gehaltsabrechnung ein.'
        : 'Der eigene Anteil wird von der Mitarbeiterin oder dem Mitarbeiter unmittelbar bezahlt.',
      'Die Vereinbarung läuft auf unbestimmte Zeit und kann zum Ende eines Monats gekündigt werden. Sie endet spätestens mit dem Monat, in dem das Arbeitsverhältnis endet.',
      'Ändert sich der Preis oder der Zuschuss, so gelten die neuen Beträge erst, wenn ihnen zugestimmt wurde.',
    ],
  };
}

function english(terms: ContractTerms): ContractText {
  const euros = (cents: number) => formatEuros(cents, terms.locale);
  const start = new Date(terms.plannedStart).toLocaleDateString(terms.locale, {
    timeZone: 'UTC',
    dateStyle: 'long',
  });
  return {
    language: 'en',
    title: 'Agreement on the job ticket',
    paragraphs: [
      `Between ${terms.companyName} (employer) and ${terms.firstName} ${terms.lastName} (employee).`,
      `From ${start} the employer provides a monthly ticket for local public transport. Each ticket is valid for one calendar month and cannot be transferred.`,
      `The ticket currently costs ${euros(terms.priceCents)} a month. The employer pays ${euros(terms.subsidyCents)} of it; the employee's share is ${euros(terms.contributionCents)} a month.`,
      terms.planType === 'deferred-plan'
        ? "The employer advances the employee's share and withholds it from the next salary."
        : 'The employee pays this share directly.',
      'The agreement has no fixed term and can be ended at the end of any month. It ends at the latest with the month in which the employment ends.',
      'If the price or the subsidy changes, the new amounts apply only once they have been accepted.',
    ],
  };
}
