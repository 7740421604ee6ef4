import { createHash } from 'node:crypto';
import { formatDay } from '../language/dates.ts';
import { type Language, languageOf, writtenLocale } from '../language/language.ts';
import { formatEuros } from '../language/money.ts';
import type { PlanType } from '../plans/plan-types.ts';

/**
 * The content of an offer, frozen with it. The text is generated from this alone, so it can be generated
 * again at any time.
 */
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
  language: Language;
  title: string;
  paragraphs: string[];
}

/** The version and digest of the text, stored with the offer. */
export interface OfferedText {
  terms: ContractTerms;
  textVersion: string;
  textDigest: Buffer;
}

/**
 * A change of wording is a new version. Offers keep the version they were made with, so old wordings stay
 * here.
 */
const CURRENT_VERSION = '2026-11';
const VERSIONS: Record<string, Record<Language, (terms: ContractTerms) => Omit<ContractText, 'language'>>> = {
  '2026-11': { de: german, en: english },
};

/** Generates the text of an offer made now. */
export function offerText(terms: ContractTerms): OfferedText {
  const textDigest = digestOfText(makeText(CURRENT_VERSION, terms));
  return { terms, textVersion: CURRENT_VERSION, textDigest };
}

/** Returns the text exactly as it was offered. Throws if it cannot be reproduced. */
export function contractTextOf({ terms, textVersion, textDigest }: OfferedText): ContractText {
  const text = makeText(textVersion, terms);
  if (!digestOfText(text).equals(textDigest))
    throw new Error(`a text of version ${textVersion} can no longer be made as it was offered`);
  return text;
}

export function contractName({ locale, plannedStart }: ContractTerms): string {
  const name = languageOf(locale) === 'de' ? 'Vertrag Jobticket' : 'Job ticket contract';
  return `${name} ${plannedStart.slice(0, 7)}`;
}

function makeText(version: string, terms: ContractTerms): ContractText {
  const language = languageOf(terms.locale);
  const make = VERSIONS[version]?.[language];
  if (!make) throw new Error(`there is no text of version ${version}`);
  return { language, ...make(terms) };
}

/** The digest of the text exactly as shown. */
function digestOfText({ title, paragraphs }: ContractText): Buffer {
  return createHash('sha256')
    .update([title, ...paragraphs].join('\n'))
    .digest();
}

function german(terms: ContractTerms): Omit<ContractText, 'language'> {
  const euros = (cents: number) => formatEuros(cents, writtenLocale(terms.locale));
  const { priceCents, subsidyCents, contributionCents } = terms;
  const discountCents = priceCents - subsidyCents - contributionCents;
  const discount = discountCents > 0 ? `, abzüglich ${euros(discountCents)} Rabatt` : '';
  const price = `Der Preis des Tickets beträgt zurzeit ${euros(priceCents)} im Monat`;
  return {
    title: 'Vereinbarung über das Jobticket',
    paragraphs: [
      `Zwischen ${terms.companyName} (Arbeitgeber) und ${terms.firstName} ${terms.lastName} (Mitarbeiterin oder Mitarbeiter).`,
      `Der Arbeitgeber stellt ein monatliches Ticket für den öffentlichen Nahverkehr bereit: ab dem Ersten des Monats nach der Annahme, frühestens ab dem ${formatDay(terms.plannedStart, terms.locale)}. Jedes Ticket gilt für einen Kalendermonat und ist nicht übertragbar.`,
      contributionCents > 0
        ? `${price}${discount}. Davon trägt der Arbeitgeber ${euros(subsidyCents)}; der eigene Anteil beträgt ${euros(contributionCents)} im Monat.`
        : `${price}. Der Arbeitgeber trägt ihn ganz; ein eigener Anteil fällt zurzeit nicht an.`,
      terms.planType === 'deferred-plan'
        ? 'Der Arbeitgeber legt den eigenen Anteil aus und behält ihn mit der nächsten Lohn- oder Gehaltsabrechnung ein.'
        : 'Der eigene Anteil wird von der Mitarbeiterin oder dem Mitarbeiter unmittelbar bezahlt.',
      'Die Vereinbarung läuft auf unbestimmte Zeit und kann zum Ende eines Monats gekündigt werden. Sie endet spätestens mit dem Monat, in dem das Arbeitsverhältnis endet.',
      'Ändert sich der Preis oder der Zuschuss, so werden die neuen Beträge angeboten. Wer sie ablehnt, behält das Ticket bis zum Ende des Monats.',
    ],
  };
}

function english(terms: ContractTerms): Omit<ContractText, 'language'> {
  const euros = (cents: number) => formatEuros(cents, writtenLocale(terms.locale));
  const { priceCents, subsidyCents, contributionCents } = terms;
  const discountCents = priceCents - subsidyCents - contributionCents;
  const discount = discountCents > 0 ? `, less a discount of ${euros(discountCents)}` : '';
  const price = `The ticket currently costs ${euros(priceCents)} a month`;
  return {
    title: 'Agreement on the job ticket',
    paragraphs: [
      `Between ${terms.companyName} (employer) and ${terms.firstName} ${terms.lastName} (employee).`,
      `The employer provides a monthly ticket for local public transport: from the first of the month after acceptance, and not before ${formatDay(terms.plannedStart, terms.locale)}. Each ticket is valid for one calendar month and cannot be transferred.`,
      contributionCents > 0
        ? `${price}${discount}. The employer pays ${euros(subsidyCents)} of it; the employee’s share is ${euros(contributionCents)} a month.`
        : `${price}. The employer pays all of it; at present the employee pays nothing.`,
      terms.planType === 'deferred-plan'
        ? 'The employer advances the employee’s share and withholds it from the next salary.'
        : 'The employee pays this share directly.',
      'The agreement has no fixed term and can be ended at the end of any month. It ends at the latest with the month in which the employment ends.',
      'If the price or the subsidy changes, the new amounts are offered. Whoever rejects them keeps the ticket until the end of the month.',
    ],
  };
}
