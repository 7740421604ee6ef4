import { formatDay, formatEuros } from '../../../../texts/format.ts';
import { writtenLocale } from '../../../../texts/language.ts';
import type { ContractTerms, ContractWording } from './terms.ts';

export function german(terms: ContractTerms): ContractWording {
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

export function english(terms: ContractTerms): ContractWording {
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
