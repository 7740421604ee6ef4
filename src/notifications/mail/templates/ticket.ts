import { languageOf, writtenLocale } from '../../../../texts/language.ts';
import { formatMonth, formatPeriod } from '../../../platform/language/dates.ts';
import { formatEuros } from '../../../platform/language/money.ts';
import { shownNumber } from '../../../tickets/documents/receipt.ts';
import { aside, details, type Letter, note, paragraph } from '../letter/letter.ts';
import { companyWords, greeting } from './names.ts';

export interface TicketFacts {
  kind: 'ticket';
  companyName: string;
  locale: string;
  firstName: string;
  lastName: string;
  ticketId: string;
  month: string;
  validFrom: string;
  validUntil: string;
  /** What the employee pays for this ticket. */
  contributionCents: number;
  /** The receipt of this share, if there is one. */
  receiptNumber: number | null;
  /** The link to the employee's page. */
  page: string;
  apple: string;
  google: string;
  unsubscribe: string;
}

export function ticketLetter(facts: TicketFacts): Letter {
  const { locale, ticketId, contributionCents, receiptNumber, apple, google, page, unsubscribe } = facts;
  const language = languageOf(locale);
  const company = companyWords(language, facts.companyName);
  const month = formatMonth(facts.month, locale);
  const period = formatPeriod(facts.validFrom, facts.validUntil, locale);
  const amount = formatEuros(contributionCents, writtenLocale(locale));
  if (language === 'de')
    return {
      language,
      companyName: company.head,
      subject: `Ihr Jobticket für ${month}`,
      preview: `Gültig ${period}. Legen Sie es in Ihr Wallet.`,
      title: `Ihr Jobticket für ${month} ist da`,
      parts: [
        paragraph(greeting(language, facts)),
        paragraph(
          'legen Sie Ihr Ticket in das Wallet auf Ihrem Telefon. Dann haben Sie es auch ohne Netz dabei.',
        ),
        {
          type: 'buttons',
          buttons: [
            { label: 'Zu Apple Wallet hinzufügen', url: apple },
            { label: 'Zu Google Wallet hinzufügen', url: google },
          ],
        },
        details(
          ['Gültig', period],
          ['Ticketnummer', ticketId],
          ['Ihr Anteil', amount],
          ...receiptRow('Belegnummer', receiptNumber),
        ),
        aside(
          receiptNumber === null
            ? 'Ticket und Vertrag finden Sie auch auf Ihrer Seite.'
            : 'Den Beleg über Ihren Anteil laden Sie auf Ihrer Seite herunter. Dort finden Sie auch Ticket und Vertrag.',
          'Meine Seite öffnen',
          page,
        ),
        note(
          'Ticket und Links sind persönlich: Geben Sie diese Mail nicht weiter. Beim ersten Öffnen fragt die Seite nach Ihrem Geburtsdatum.',
        ),
      ],
      footer: [`Sie bekommen diese Mail jeden Monat, weil Sie ein Jobticket von ${company.of} haben.`],
      unsubscribe: { label: 'Diese monatliche Mail abbestellen', url: unsubscribe },
    };
  return {
    language,
    companyName: company.head,
    subject: `Your job ticket for ${month}`,
    preview: `Valid ${period}. Add it to your wallet.`,
    title: `Your job ticket for ${month} is here`,
    parts: [
      paragraph(greeting(language, facts)),
      paragraph(
        'Add your ticket to the wallet on your phone. Then you have it with you without a network, too.',
      ),
      {
        type: 'buttons',
        buttons: [
          { label: 'Add to Apple Wallet', url: apple },
          { label: 'Add to Google Wallet', url: google },
        ],
      },
      details(
        ['Valid', period],
        ['Ticket number', ticketId],
        ['Your share', amount],
        ...receiptRow('Receipt number', receiptNumber),
      ),
      aside(
        receiptNumber === null
          ? 'You find your ticket and your contract on your page, too.'
          : 'Download the receipt for your share on your page. You find your ticket and your contract there, too.',
        'Open my page',
        page,
      ),
      note(
        'Ticket and links are personal: do not pass this mail on. The first time you open it, the page asks for your date of birth.',
      ),
    ],
    footer: [`You get this mail every month because you have a job ticket from ${company.of}.`],
    unsubscribe: { label: 'Unsubscribe from this monthly mail', url: unsubscribe },
  };
}

function receiptRow(name: string, number: number | null): [string, string][] {
  return number === null ? [] : [[name, shownNumber(number)]];
}
